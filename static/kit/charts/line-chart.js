// Line chart of points by game or by day: the oldest at the left, a dot for each value, and a broken line at everybody's
// average.

import { axisNumber, day, number, shortDay, tenths } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { INITIAL_RATING } from '../../core/people.js'
import { html } from '../../vendor/preact.js'
import { moment } from '../time.js'
import { figure, label, path } from './figure.js'

const [WIDTH, HEIGHT, TOP, FOOT, LEFT, RIGHT] = [320, 150, 16, 22, 34, 10]
const INSET = 4 // between the edge of the plot and the first and last dot
const SMALL_DOTS_ABOVE = 40 // dots; more are smaller
const MAX_RATINGS = 1000 // ratings of a response; with that many the first ones are missing

/** `xs`: the positions of `values` from left to right, in any unit, by default their places; `ends`: the texts below the
 * first and the last; `step`: of the ends of the vertical axis.
 * @typedef {{ xs?: number[], values: number[], average?: number | null, ends: [string, string], step?: number,
 *   look: 'mine' | 'all' }} Series */

/** @typedef {Pick<Wire.Statistics, 'progress'>} Statistics `progress`: [time, points] pairs, the oldest first */

/** Shows a player's games. `average`: everybody's. @param {Statistics} statistics @param {number | null} average */
export function progressChart({ progress: games }, average = null) {
  const values = games.map(([, value]) => value)
  const count = games.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  return lineChart(
    'progress',
    { values, average, ends: [number(1), number(count)], look: 'mine' },
    {
      title: t('progress.title', { count }),
      summary: t('progress.says', { count, ...range(values), average: tenths(mean) }),
      table: {
        head: [t('progress.game'), t('progress.when'), t('spread.points')],
        rows: games.map(([at, value], index) => ({
          cells: [number(index + 1), moment(at), number(value)],
        })),
      },
    },
  )
}

/** Shows everybody's averages by UTC day. @param {Statistics} statistics */
export function dailyAverageChart({ progress: days }) {
  const xs = days.map(([at]) => at)
  const values = days.map(([, value]) => value)
  return lineChart(
    'days',
    { xs, values, ends: endDays(xs), look: 'all' },
    {
      title: t('progress.days'),
      summary: t('progress.days.says', { count: days.length, ...range(values) }),
      table: {
        head: [t('progress.day'), t('progress.average')],
        rows: days.map(([at, value]) => ({
          cells: [day(new Date(at).toISOString().slice(0, 10)), tenths(value)],
        })),
      },
    },
  )
}

/** Shows a person's rating after each rated game, the oldest first, starting from the initial rating if the first game is
 * among them.
 * @param {[at: number, rating: number][]} points @param {string} title */
export function ratingChart(points, title) {
  const values = points.map(([, rating]) => Math.round(rating))
  const curve = points.length < MAX_RATINGS ? [INITIAL_RATING, ...values] : values
  const ends = endDays(points.map(([at]) => at))
  const last = number(values[values.length - 1])
  return lineChart(
    'rating',
    { values: curve, step: 50, ends, look: 'mine' },
    {
      title,
      summary: t('ratings.says', { count: points.length, ...range(values), last }),
      table: {
        head: [t('progress.when'), t('ratings.rating')],
        rows: points.map(([at], index) => ({ cells: [moment(at), number(values[index])] })),
      },
    },
  )
}

/** @param {number[]} values */
const range = (values) => ({ from: tenths(Math.min(...values)), to: tenths(Math.max(...values)) })

/** Returns the days of the first and the last time. @param {number[]} times @returns {[string, string]} */
const endDays = (times) => [shortDay(times[0]), shortDay(times[times.length - 1])]

/** @param {string} kind @param {Series} series @param {import('./figure.js').ChartTexts} texts */
function lineChart(
  kind,
  { values, xs = [...values.keys()], average = null, step = 1, ends, look },
  texts,
) {
  const [low, high] = bounds(average === null ? values : [...values, average], step)
  const [first, last] = [xs[0], xs[xs.length - 1]]
  const width = WIDTH - LEFT - RIGHT - 2 * INSET
  const x = (/** @type {number} */ value) =>
    first === last
      ? (LEFT + WIDTH - RIGHT) / 2
      : LEFT + INSET + ((value - first) / (last - first)) * width
  const y = (/** @type {number} */ value) =>
    HEIGHT - FOOT - ((value - low) / (high - low)) * (HEIGHT - TOP - FOOT)
  const across = (/** @type {number} */ value, /** @type {string} */ line) =>
    path(`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`, line)
  const middle = (high - low) % 2 ? [] : [(low + high) / 2]
  const points = values.map((value, index) => `${x(xs[index]).toFixed(1)} ${y(value).toFixed(1)}`)
  const radius = values.length > SMALL_DOTS_ABOVE ? 2 : 3
  return figure({
    ...texts,
    kind,
    box: [0, 0, WIDTH, HEIGHT],
    parts: [
      [low, ...middle, high].map((value) => [
        across(value, value === low ? 'axis' : 'grid'),
        label(LEFT - 6, y(value) + 4, axisNumber(value), 'end'),
      ]),
      average !== null && across(average, 'average'),
      points.length > 1 && path(`M${points.join('L')}`, `curve ${look}`),
      values.map(
        (value, index) =>
          html`<circle cx=${x(xs[index])} cy=${y(value)} r=${radius} class=${`dot ${look}`} />`,
      ),
      first === last
        ? label(x(first), HEIGHT - 6, ends[0])
        : [
            label(LEFT, HEIGHT - 6, ends[0], 'start'),
            label(WIDTH - RIGHT, HEIGHT - 6, ends[1], 'end'),
          ],
    ],
    key:
      average === null ? [] : [['average', t('progress.everybody', { average: tenths(average) })]],
  })
}

/** Returns multiples of `step` below and above all values, at least two steps apart.
 * @param {number[]} values @param {number} step @returns {[number, number]} */
function bounds(values, step) {
  const low = Math.floor(Math.min(...values) / step) * step
  const high = Math.ceil(Math.max(...values) / step) * step
  return [low, Math.max(high, low + 2 * step)]
}
