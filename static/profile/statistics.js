// A player's statistics: a section for each game, with numbers beside everybody's and charts.

import { MIN_CHART_GAMES } from '../charts/bins.js'
import { dataTable } from '../charts/figure.js'
import { histogram } from '../charts/histogram.js'
import { dailyAverageChart, progressChart } from '../charts/line-chart.js'
import { seatResults } from '../charts/seat-results.js'
import { el } from '../core/dom.js'
import { number, percent, score, tenths } from '../core/format.js'
import { all, find, name, solitaire } from '../core/games.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'

/**
 * Creates the section of all statistics. The most played game comes first and is open. `subject`: the player's name.
 * @param {Person} player
 */
export async function statistics(player, subject = t('picture.you')) {
  const known = await Promise.all((await all()).map(({ id }) => find(id)))
  const read = await Promise.all(
    known.map(async (rules) => ({
      rules,
      mine: await statisticsOf(rules, player),
    })),
  )
  const played = read
    .filter(({ mine }) => mine.played + mine.rehearsed)
    .sort((one, other) => other.mine.played - one.mine.played)
  const sections = await Promise.all(
    played.map(async ({ rules, mine }, index) =>
      gameSection(rules, mine, await statisticsOf(rules), subject, index === 0),
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
    sections.length
      ? sections
      : el('p', { class: 'empty' }, t('statistics.empty')),
  )
}

/**
 * Reads a player's statistics of a game, or everybody's.
 * @param {Rules} rules
 * @param {Person | null} player
 * @returns {Promise<Wire.Statistics>}
 */
function statisticsOf({ id }, player = null) {
  const query = player ? `?player=${encodeURIComponent(player.id)}` : ''
  return get(`/api/statistics/${id}${query}`)
}

/**
 * @param {Rules} rules
 * @param {Wire.Statistics} mine
 * @param {Wire.Statistics} everybody
 * @param {string} subject
 * @param {boolean} open
 */
function gameSection(rules, mine, everybody, subject, open) {
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
      ? solitaireStatistics(rules, mine, everybody, subject)
      : seatResults(rules, mine, everybody, subject),
  )
}

/**
 * @param {Rules} rules
 * @param {Wire.Statistics} mine
 * @param {Wire.Statistics} everybody
 * @param {string} subject
 */
function solitaireStatistics(rules, mine, everybody, subject) {
  const table = dataTable(t('statistics.of', { game: name(rules) }), {
    head: [t('statistics.what'), subject, t('picture.everybody')],
    rows: ROWS.map(([key, value]) => ({
      cells: [t(`statistics.row.${key}`), value(mine), value(everybody)],
    })),
  })
  return el(
    'div',
    { class: 'charts' },
    el('div', {}, table),
    everybody.played < MIN_CHART_GAMES
      ? el(
          'p',
          { class: 'empty' },
          t('statistics.few', { count: MIN_CHART_GAMES }),
        )
      : [
          histogram(everybody, { mine, subject }),
          mine.progress.length < MIN_CHART_GAMES
            ? null
            : progressChart(mine, everybody.average),
          everybody.progress.length > 1 ? dailyAverageChart(everybody) : null,
        ],
  )
}

/** Rows: key in the catalogue, value. @type {[string, (statistics: Wire.Statistics) => string][]} */
const ROWS = [
  ['played', ({ played }) => number(played)],
  [
    'won',
    ({ won, played }) =>
      t('statistics.share', { won, percent: percent(won / (played || 1)) }),
  ],
  ['best', ({ best }) => (best ? score(best) : '–')],
  ['average', ({ average }) => (average === null ? '–' : tenths(average))],
  ['streak', ({ streak }) => number(streak?.current ?? 0)],
  ['longest', ({ streak }) => number(streak?.best ?? 0)],
  ['rehearsed', ({ rehearsed }) => number(rehearsed)],
]
