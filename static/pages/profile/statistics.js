// A player's statistics: a section for each game, with numbers beside everybody's and charts.

import { number, percent, score, tenths } from '../../core/format.js'
import { name, solitaire } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { MIN_CHART_GAMES } from '../../kit/charts/bins.js'
import { dataTable } from '../../kit/charts/figure.js'
import { histogram } from '../../kit/charts/histogram.js'
import { dailyAverageChart, progressChart } from '../../kit/charts/line-chart.js'
import { seatResults } from '../../kit/charts/seat-results.js'
import { html } from '../../vendor/preact.js'

/** A game's statistics of the player and of everybody.
 * @typedef {{ rules: Rules, mine: Wire.Statistics, everybody: Wire.Statistics }} OfGame */

/** Reads the statistics of the games that the player has played, the most played first.
 * @param {Rules[]} known @param {Person} player @returns {Promise<OfGame[]>} */
export async function readStatistics(known, player) {
  const read = await Promise.all(
    known.map(async (rules) => ({ rules, mine: await statisticsOf(rules, player) })),
  )
  const played = read
    .filter(({ mine }) => mine.played + mine.rehearsed)
    .sort((one, other) => other.mine.played - one.mine.played)
  return Promise.all(
    played.map(async (one) => ({ ...one, everybody: await statisticsOf(one.rules) })),
  )
}

/** Reads a player's statistics of a game, or everybody's.
 * @param {Rules} rules @param {Person | null} player @returns {Promise<Wire.Statistics>} */
function statisticsOf({ id }, player = null) {
  const query = player ? `?player=${encodeURIComponent(player.id)}` : ''
  return get(`/api/statistics/${id}${query}`)
}

/** Shows the section of all statistics; that of the first game is open. `subject`: the player's name.
 * @param {OfGame[]} games @param {string} [subject] */
export const statistics = (games, subject = t('picture.you')) => html`
  <section class="list statistics" data-list="statistics" aria-labelledby="statistics">
    <h2 id="statistics">${t('statistics')}</h2>
    ${
      games.length
        ? [
            html`<p class="detail">${t('statistics.about')}</p>`,
            games.map((game, index) => gameSection(game, subject, index === 0)),
          ]
        : html`<p class="empty">${t('statistics.empty')}</p>`
    }
  </section>`

/** @param {OfGame} game @param {string} subject @param {boolean} open */
function gameSection(game, subject, open) {
  const { rules, mine, everybody } = game
  const summary = [
    t('statistics.played', { count: mine.played }),
    t('statistics.won', { count: mine.won }),
  ].join(' · ')
  return html`
    <details key=${rules.id} class="of-game" data-figures=${rules.id} open=${open}>
      <summary><h3>${name(rules)}</h3> <span class="detail">${summary}</span></summary>
      ${
        solitaire(rules) ? ofSolitaire(game, subject) : seatResults(rules, mine, everybody, subject)
      }
    </details>`
}

/** @param {OfGame} game @param {string} subject */
function ofSolitaire({ rules, mine, everybody }, subject) {
  const table = dataTable(t('statistics.of', { game: name(rules) }), {
    head: [t('statistics.what'), subject, t('picture.everybody')],
    rows: ROWS.map(([key, value]) => ({
      cells: [t(`statistics.row.${key}`), value(mine), value(everybody)],
    })),
  })
  if (everybody.played < MIN_CHART_GAMES)
    return html`
      <div class="charts">
        <div>${table}</div>
        <p class="empty">${t('statistics.few', { count: MIN_CHART_GAMES })}</p>
      </div>`
  return html`
    <div class="charts">
      <div>${table}</div>
      ${histogram(everybody, { mine, subject })}
      ${mine.progress.length >= MIN_CHART_GAMES && progressChart(mine, everybody.average)}
      ${everybody.progress.length > 1 && dailyAverageChart(everybody)}
    </div>`
}

/** Rows: key in the catalogue, value. @type {[string, (statistics: Wire.Statistics) => string][]} */
const ROWS = [
  ['played', ({ played }) => number(played)],
  [
    'won',
    ({ won, played }) => t('statistics.share', { won, percent: percent(won / (played || 1)) }),
  ],
  ['best', ({ best }) => (best ? score(best) : '–')],
  ['average', ({ average }) => (average === null ? '–' : tenths(average))],
  ['streak', ({ streak }) => number(streak?.current ?? 0)],
  ['longest', ({ streak }) => number(streak?.best ?? 0)],
  ['rehearsed', ({ rehearsed }) => number(rehearsed)],
]
