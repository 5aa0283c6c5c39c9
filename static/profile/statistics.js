// What a person has played, a part a game that can be opened: the figures beside everybody's, and pictures of them.

import { get } from '../core/http.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { all, find, name, solitaire } from '../core/games.js'
import { chairs } from '../charts/seat-results.js'
import { written } from '../charts/figure.js'
import { days, progress, tenths } from '../charts/line-chart.js'
import { spread } from '../charts/histogram.js'

/** The section of a player's statistics, whole; the game played most comes first, and is open. `who`: what the
 * person is called in it. */
export async function statistics(player, who = t('picture.you')) {
  const rules = await Promise.all((await all()).map(({ id }) => find(id)))
  const read = await Promise.all(
    rules.map(async (item) => ({
      rules: item,
      mine: await of(item.id, player.id),
    })),
  )
  const played = read.filter(({ mine }) => mine.played + mine.rehearsed)
  played.sort((one, other) => other.mine.played - one.mine.played)
  const parts = await Promise.all(
    played.map(async ({ rules: item, mine }, place) =>
      part(item, mine, await of(item.id), who, !place),
    ),
  )
  return el(
    'section',
    {
      class: 'list statistics',
      'data-list': 'statistics',
      'aria-labelledby': 'statistics',
    },
    el('h2', { id: 'statistics' }, t('statistics')),
    el('p', { class: 'detail' }, t('statistics.about')),
    parts.length ? parts : el('p', { class: 'empty' }, t('statistics.empty')),
  )
}

const of = (id, player = null) =>
  get(
    `/api/statistics/${id}${player === null ? '' : `?player=${encodeURIComponent(player)}`}`,
  )

function part(rules, mine, everybody, who, open) {
  const summary = [
    t('statistics.played', { count: mine.played }),
    t('statistics.won', { count: mine.won }),
  ].join(' · ')
  return el(
    'details',
    { class: 'of-game', 'data-figures': rules.id, open },
    el(
      'summary',
      {},
      el('h3', {}, name(rules)),
      el('span', { class: 'detail' }, summary),
    ),
    solitaire(rules)
      ? alone(rules, mine, everybody, who)
      : chairs(rules, mine, everybody, who),
  )
}

function alone(rules, mine, everybody, who) {
  const table = written(t('statistics.of', { game: name(rules) }), {
    head: [t('statistics.what'), who, t('picture.everybody')],
    rows: ROWS.map(([key, value]) => ({
      cells: [t(`statistics.row.${key}`), value(mine), value(everybody)],
    })),
  })
  return el(
    'div',
    { class: 'pictures' },
    el('div', {}, table),
    spread(everybody, { mine, who }),
    mine.progress.length
      ? progress(mine, { average: everybody.average })
      : null,
    everybody.progress.length ? days(everybody) : null,
  )
}

const number = (value) =>
  new Intl.NumberFormat(document.documentElement.lang).format(value)
const percent = (part, whole) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    style: 'percent',
  }).format(part / (whole || 1))

// A row's name, and what of some statistics stands in it.
const ROWS = [
  ['played', ({ played }) => number(played)],
  [
    'won',
    ({ won, played }) =>
      t('statistics.share', { won, percent: percent(won, played) }),
  ],
  ['best', ({ best }) => best?.join(' · ') ?? '–'],
  ['average', ({ average }) => (average === null ? '–' : tenths(average))],
  ['streak', ({ streak }) => number(streak?.current ?? 0)],
  ['longest', ({ streak }) => number(streak?.best ?? 0)],
  ['rehearsed', ({ rehearsed }) => number(rehearsed)],
]
