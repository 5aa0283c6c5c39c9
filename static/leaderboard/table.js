// The table of a board of honour. The server's order stands until a heading is pressed, which sorts the lines that are here;
// one's own line stands at the top as long as it is on no page that is here.

import { lasted, moment } from '../core/format.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { formatDuration } from '../table/texts.js'

const COLUMNS = {
  score: ['rank', 'player', 'score', 'moves', 'time', 'assists', 'at'],
  streak: ['rank', 'player', 'best', 'current', 'at'],
  wins: ['rank', 'player', 'wins', 'games', 'at'],
}

// What a column is sorted by.
const KEYS = {
  rank: (line) => [line.rank],
  player: (line) => line.player.name,
  score: (line) => line.score,
  moves: (line) => [line.moves],
  time: (line) => [line.ms],
  assists: (line) => [line.undone + line.hints, line.hints],
  at: (line) => [line.at],
  best: (line) => [line.score[0]],
  current: (line) => [line.score[1]],
  wins: (line) => [line.score[0]],
  games: (line) => [line.score[1]],
}

/** {element, lines, add(items, own)}: a table of `kind` score, streak or wins. `labels`: the ids of what names and describes
 * it; `close`: a board of one day; check(line, button): a line's button was pressed. */
export function honours(kind, { labels, close, check }) {
  const columns = COLUMNS[kind]
  const lines = []
  let [column, descending] = ['rank', false]
  const heads = new Map(
    columns.map((name) => [name, head(name, () => press(name))]),
  )
  const row = (line, own) => body(line, own, columns, close, check)
  const pinned = el('tbody', {
    role: 'rowgroup',
    'data-own': true,
    hidden: true,
  })
  const rows = el('tbody', { role: 'rowgroup' })
  const element = el(
    'table',
    {
      role: 'table',
      class: 'honours',
      'data-kind': kind,
      'aria-labelledby': labels[0],
      'aria-describedby': labels[1],
    },
    el(
      'thead',
      { role: 'rowgroup' },
      el('tr', { role: 'row' }, [...heads.values()], silent()),
    ),
    pinned,
    rows,
  )
  const draw = () => {
    const way = descending ? 'descending' : 'ascending'
    for (const [name, node] of heads)
      set(node, { 'aria-sort': name === column ? way : 'none' })
    rows.append(...sorted(lines, column, descending).map(({ node }) => node))
  }
  const press = (name) => {
    descending = name === column && !descending
    column = name
    draw()
  }
  return {
    element,
    lines,
    add(items, own) {
      const mine = (line) => own !== null && line.player.id === own.player.id
      lines.push(
        ...items.map((line) => ({ line, node: row(line, mine(line)) })),
      )
      const away = own !== null && !lines.some(({ line }) => mine(line))
      pinned.replaceChildren(...(away ? [row(own, true)] : []))
      pinned.hidden = !away
      draw()
    },
  }
}

/** Equal lines stay in the server's order, whichever way the column is sorted. */
function sorted(lines, column, descending) {
  const key = KEYS[column]
  return lines.toSorted(
    (one, other) =>
      (descending ? -1 : 1) * compared(key(one.line), key(other.line)),
  )
}

function compared(one, other) {
  if (typeof one === 'string')
    return one.localeCompare(other, document.documentElement.lang, {
      numeric: true,
    })
  const place = one.findIndex((number, index) => number !== other[index])
  return place < 0 ? 0 : one[place] - other[place]
}

function head(name, onclick) {
  const button = el(
    'button',
    { type: 'button', 'data-sort': name, onclick },
    t(`honour.col.${name}`),
  )
  return el(
    'th',
    { scope: 'col', role: 'columnheader', 'data-col': name },
    button,
  )
}

const silent = () =>
  el(
    'th',
    { scope: 'col', role: 'columnheader' },
    el('span', { class: 'visually-hidden' }, t('honour.col.look')),
  )

function body(line, own, columns, close, check) {
  const { rank, player, game } = line
  return el(
    'tr',
    {
      role: 'row',
      'data-rank': rank,
      'data-player': player.id,
      'data-game': game,
      'data-own': own,
    },
    columns.map((name) => cell(name, line, own, close)),
    el(
      'td',
      { role: 'cell', 'data-col': 'look' },
      el(
        'a',
        {
          class: 'button',
          href: `/g/${game}`,
          'aria-label': t('honour.replay.of', { name: player.name }),
        },
        commandIcon('review'),
        el('span', {}, t('honour.replay')),
      ),
      el(
        'button',
        {
          type: 'button',
          'data-act': 'check',
          'aria-label': t('honour.check.of', { name: player.name }),
          onclick: (event) => check(line, event.currentTarget),
        },
        commandIcon('check'),
        el('span', {}, t('honour.check')),
      ),
    ),
  )
}

function cell(name, line, own, close) {
  if (name !== 'player')
    return el(
      'td',
      { role: 'cell', 'data-col': name },
      CELLS[name](line, close),
    )
  const { player } = line
  return el(
    'th',
    { scope: 'row', role: 'rowheader', 'data-col': 'player' },
    el(
      'a',
      { href: `/people/${encodeURIComponent(player.name)}` },
      player.name,
    ),
    own ? [' ', el('span', { class: 'mine' }, t('honour.mine'))] : null,
  )
}

// A number that is named by its column, and where there is no room for columns by itself.
const counted = (name, count) => [
  el('span', { class: 'bare' }, t('honour.number', { number: count })),
  el('span', { class: 'named' }, t(`honour.${name}`, { count })),
]

const CELLS = {
  rank: ({ rank }) => t('honour.number', { number: rank }),
  score: ({ score }) => score.join(' · '),
  moves: ({ moves }) => counted('moves', moves),
  time: ({ ms, sittings: count }) => {
    const time = formatDuration(ms)
    return lasted(ms, count > 1 ? t('honour.sittings', { time, count }) : time)
  },
  assists: ({ undone, hints, first }) => {
    const some = [
      undone ? t('honour.undone', { count: undone }) : null,
      hints ? t('honour.hints', { count: hints }) : null,
      first ? null : t('honour.rehearsed'),
    ].filter(Boolean)
    return some.length
      ? some.join(', ')
      : el('span', { class: 'bare' }, t('honour.unaided'))
  },
  at: ({ at }, close) => moment(at, close),
  best: ({ score }) => t('honour.number', { number: score[0] }),
  current: ({ score }) => counted('current', score[1]),
  wins: ({ score }) => t('honour.number', { number: score[0] }),
  games: ({ score }) => counted('games', score[1]),
}
