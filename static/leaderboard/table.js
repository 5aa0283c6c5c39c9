// Table of a leaderboard, in the server's order until a column heading sorts the loaded entries. The player's own entry is
// pinned at the top while it is on no loaded page.

import { gamePath, personPath } from '../app/routes.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { CELLS, COLUMNS, SORT_KEYS } from './columns.js'

/** @typedef {import('./columns.js').Kind} Kind */
/** @typedef {import('./columns.js').Entry} Entry */

/**
 * @typedef {object} Options
 * @property {[string, string]} labels ids of the elements that name and describe the table
 * @property {boolean} oneDay all entries are of one day, so hours are shown instead of dates
 * @property {(entry: Wire.LeaderboardEntry, button: HTMLElement) => void} check called for a press on an entry's Check
 */

/** @typedef {{ entry: Entry, node: HTMLTableRowElement }} Row */

const byName = new Intl.Collator(document.documentElement.lang, {
  numeric: true,
})

/**
 * Creates an empty table; `add` appends a page of entries, with the player's own one or null.
 * @param {Kind} kind
 * @param {Options} options
 */
export function leaderboardTable(kind, options) {
  const { labels } = options
  /** @type {Row[]} */
  const rows = []
  let [column, descending] = ['rank', false]
  const heads = new Map(
    COLUMNS[kind].map((name) => [name, columnHead(name, () => sort(name))]),
  )
  const pinned = el('tbody', {
    role: 'rowgroup',
    'data-own': true,
    hidden: true,
  })
  const body = el('tbody', { role: 'rowgroup' })
  const element = el(
    'table',
    {
      role: 'table',
      class: 'leaderboard',
      'data-kind': kind,
      'aria-labelledby': labels[0],
      'aria-describedby': labels[1],
    },
    el(
      'thead',
      { role: 'rowgroup' },
      el(
        'tr',
        { role: 'row' },
        [...heads.values()],
        kind === 'rating' ? null : actionsHead(),
      ),
    ),
    pinned,
    body,
  )
  const draw = () => {
    const direction = descending ? 'descending' : 'ascending'
    for (const [name, node] of heads)
      set(node, { 'aria-sort': name === column ? direction : 'none' })
    body.append(...sorted(rows, column, descending).map(({ node }) => node))
  }
  const sort = (/** @type {string} */ name) => {
    descending = name === column && !descending
    column = name
    draw()
  }
  const row = (/** @type {Entry} */ entry, /** @type {boolean} */ own) =>
    entryRow(entry, own, kind, options)
  return {
    element,
    rows,
    /**
     * @param {Entry[]} entries
     * @param {Entry | null} own
     */
    add(entries, own) {
      const isOwn = (/** @type {Entry} */ entry) =>
        own !== null && entry.player.id === own.player.id
      for (const entry of entries)
        rows.push({ entry, node: row(entry, isOwn(entry)) })
      const missing = own !== null && !rows.some(({ entry }) => isOwn(entry))
      pinned.replaceChildren(...(missing ? [row(own, true)] : []))
      pinned.hidden = !missing
      draw()
    },
  }
}

/**
 * Sorts rows; equal entries stay in the server's order, in either direction.
 * @param {Row[]} rows
 * @param {string} column
 * @param {boolean} descending
 */
function sorted(rows, column, descending) {
  const key = SORT_KEYS[column]
  const direction = descending ? -1 : 1
  return rows.toSorted(
    (one, other) => direction * compare(key(one.entry), key(other.entry)),
  )
}

/**
 * Compares sort keys: names by the language, lists of numbers item by item.
 * @param {string | number[]} one
 * @param {string | number[]} other
 */
function compare(one, other) {
  if (typeof one === 'string' || typeof other === 'string')
    return byName.compare(String(one), String(other))
  const index = one.findIndex((number, place) => number !== other[place])
  return index < 0 ? 0 : one[index] - other[index]
}

/**
 * @param {string} name
 * @param {() => void} onclick
 */
const columnHead = (name, onclick) =>
  el(
    'th',
    { scope: 'col', role: 'columnheader', 'data-col': name },
    el(
      'button',
      { type: 'button', 'data-sort': name, onclick },
      t(`honour.col.${name}`),
    ),
  )

const actionsHead = () =>
  el(
    'th',
    { scope: 'col', role: 'columnheader' },
    el('span', { class: 'visually-hidden' }, t('honour.col.look')),
  )

/**
 * @param {Entry} entry
 * @param {boolean} own
 * @param {Kind} kind
 * @param {Options} options
 */
function entryRow(entry, own, kind, { oneDay, check }) {
  const { rank, player } = entry
  const result = 'game' in entry ? entry : null // a rating has no single game
  return el(
    'tr',
    {
      role: 'row',
      'data-rank': rank,
      'data-player': player.id,
      'data-game': result?.game,
      'data-provisional': 'provisional' in entry,
      'data-own': own,
    },
    COLUMNS[kind].map((name) =>
      name === 'player'
        ? playerCell(player, own)
        : el(
            'td',
            { role: 'cell', 'data-col': name },
            CELLS[name](entry, oneDay),
          ),
    ),
    result && actionsCell(result, check),
  )
}

/**
 * @param {Wire.LeaderboardEntry} entry
 * @param {Options['check']} check
 */
const actionsCell = (entry, check) =>
  el(
    'td',
    { role: 'cell', 'data-col': 'look' },
    el(
      'a',
      {
        class: 'button',
        href: gamePath(entry.game),
        'aria-label': t('honour.replay.of', { name: entry.player.name }),
      },
      icon('review'),
      el('span', {}, t('honour.replay')),
    ),
    checkButton(entry, check),
  )

/**
 * @param {Wire.LeaderboardEntry} entry
 * @param {Options['check']} check
 */
const checkButton = (entry, check) =>
  el(
    'button',
    {
      type: 'button',
      'data-act': 'check',
      'aria-label': t('honour.check.of', { name: entry.player.name }),
      onclick: (event) => check(entry, event.currentTarget),
    },
    icon('check'),
    el('span', {}, t('honour.check')),
  )

/**
 * @param {Person} player
 * @param {boolean} own
 */
const playerCell = (player, own) =>
  el(
    'th',
    { scope: 'row', role: 'rowheader', 'data-col': 'player' },
    el('a', { href: personPath(player.name) }, player.name),
    own ? [' ', el('span', { class: 'mine' }, t('honour.mine'))] : null,
  )
