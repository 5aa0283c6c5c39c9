// Line chart of points by game or by day: the oldest at the left, a dot for each value, and a broken line at everybody's
// average.

import { svg } from '../core/dom.js'
import {
  axisNumber,
  day,
  moment,
  number,
  shortDay,
  tenths,
} from '../core/format.js'
import { t } from '../core/i18n.js'
import { figure, label } from './figure.js'

const [WIDTH, HEIGHT, TOP, FOOT, LEFT, RIGHT] = [320, 150, 16, 22, 34, 10]
const INSET = 4 // between the edge of the plot and the first and last dot
const SMALL_DOTS_ABOVE = 40 // dots; more are smaller
const INITIAL_RATING = 1500 // everybody's initial rating
const MAX_RATINGS = 1000 // ratings of a response; with that many the first ones are missing

/**
 * `xs`: the positions of `values` from left to right, in any unit; `ends`: the texts below the first and the last.
 * @typedef {object} Series
 * @property {number[]} xs
 * @property {number[]} values
 * @property {number | null} average
 * @property {[string, string]} ends
 * @property {number} [step] of the ends of the vertical axis; without it 1
 * @property {'mine' | 'all'} look
 */

/** @typedef {Pick<Wire.Statistics, 'progress'>} Statistics `progress`: [time, points] pairs, the oldest first */

/**
 * Creates the chart of a player's games. `average`: everybody's, or null.
 * @param {Statistics} statistics
 * @param {number | null} average
 */
export function progressChart({ progress: games }, average = null) {
  const values = games.map(([, value]) => value)
  return lineChart(
    {
      xs: games.map((_, index) => index),
      values,
      average,
      ends: [number(1), number(games.length)],
      look: 'mine',
    },
    {
      kind: 'progress',
      title: t('progress.title', { count: games.length }),
      summary: t('progress.says', {
        count: games.length,
        ...range(values),
        average: tenths(mean(values)),
      }),
      table: {
        head: [t('progress.game'), t('progress.when'), t('spread.points')],
        rows: games.map(([at, value], index) => ({
          cells: [number(index + 1), moment(at), number(value)],
        })),
      },
    },
  )
}

/**
 * Creates the chart of everybody's averages by UTC day.
 * @param {Statistics} statistics
 */
export function dailyAverageChart({ progress: days }) {
  const [first, last] = [days[0][0], days[days.length - 1][0]]
  const values = days.map(([, value]) => value)
  return lineChart(
    {
      xs: days.map(([at]) => at),
      values,
      average: null,
      ends: [shortDay(first), shortDay(last)],
      look: 'all',
    },
    {
      kind: 'days',
      title: t('progress.days'),
      summary: t('progress.days.says', {
        count: days.length,
        ...range(values),
      }),
      table: {
        head: [t('progress.day'), t('progress.average')],
        rows: days.map(([at, value]) => ({
          cells: [day(new Date(at).toISOString().slice(0, 10)), tenths(value)],
        })),
      },
    },
  )
}

/**
 * Creates the chart of a person's rating after each rated game, starting from the initial rating if the first game is
 * shown.
 * @param {[at: number, rating: number][]} points the oldest first
 * @param {string} title
 */
export function ratingChart(points, title) {
  const values = points.map(([, rating]) => Math.round(rating))
  const [first, last] = [points[0][0], points[points.length - 1][0]]
  const curve =
    points.length < MAX_RATINGS ? [INITIAL_RATING, ...values] : values
  return lineChart(
    {
      xs: curve.map((_, index) => index),
      values: curve,
      step: 50,
      average: null,
      ends: [shortDay(first), shortDay(last)],
      look: 'mine',
    },
    {
      kind: 'rating',
      title,
      summary: t('ratings.says', {
        count: points.length,
        ...range(values),
        last: number(values[values.length - 1]),
      }),
      table: {
        head: [t('progress.when'), t('ratings.rating')],
        rows: points.map(([at], index) => ({
          cells: [moment(at), number(values[index])],
        })),
      },
    },
  )
}

/** @param {number[]} values */
const mean = (values) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** @param {number[]} values */
const range = (values) => ({
  from: tenths(Math.min(...values)),
  to: tenths(Math.max(...values)),
})

/**
 * @param {Series} series
 * @param {Pick<import('./figure.js').Chart, 'kind' | 'title' | 'summary' | 'table'>} chart
 */
function lineChart(series, chart) {
  const { average } = series
  const scale = scaleOf(series)
  return figure({
    ...chart,
    box: [0, 0, WIDTH, HEIGHT],
    parts: [
      gridLines(scale),
      average !== null &&
        svg('path', {
          d: `M${LEFT} ${scale.y(average)}H${WIDTH - RIGHT}`,
          class: 'average',
        }),
      curve(series, scale),
      endLabels(series, scale),
    ],
    key:
      average === null
        ? []
        : [['average', t('progress.everybody', { average: tenths(average) })]],
  })
}

/** @typedef {ReturnType<typeof scaleOf>} Scale */

/**
 * Returns the scales of both axes; `low` and `high` are the ends of the vertical one.
 * @param {Series} series
 */
function scaleOf({ xs, values, average, step = 1 }) {
  const all = average === null ? values : [...values, average]
  const [low, high] = bounds(all, step)
  const [first, last] = [xs[0], xs[xs.length - 1]]
  const width = WIDTH - LEFT - RIGHT - 2 * INSET
  return {
    low,
    high,
    x: (/** @type {number} */ value) =>
      first === last
        ? (LEFT + WIDTH - RIGHT) / 2
        : LEFT + INSET + ((value - first) / (last - first)) * width,
    y: (/** @type {number} */ value) =>
      HEIGHT - FOOT - ((value - low) / (high - low)) * (HEIGHT - TOP - FOOT),
  }
}

/** @param {Scale} scale */
function gridLines({ low, high, y }) {
  const middle = (high - low) % 2 ? [] : [(low + high) / 2]
  return [low, ...middle, high].map((value) => [
    svg('path', {
      d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}`,
      class: value === low ? 'axis' : 'grid',
    }),
    label(LEFT - 6, y(value) + 4, axisNumber(value), 'end'),
  ])
}

/**
 * @param {Series} series
 * @param {Scale} scale
 */
function curve({ xs, values, look }, { x, y }) {
  const points = values.map(
    (value, index) => `${x(xs[index]).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  return [
    points.length > 1 &&
      svg('path', { d: `M${points.join('L')}`, class: `curve ${look}` }),
    values.map((value, index) =>
      svg('circle', {
        cx: x(xs[index]),
        cy: y(value),
        r: values.length > SMALL_DOTS_ABOVE ? 2 : 3,
        class: `dot ${look}`,
      }),
    ),
  ]
}

/**
 * @param {Series} series
 * @param {Scale} scale
 */
function endLabels({ xs, ends }, { x }) {
  if (xs[0] === xs[xs.length - 1]) return label(x(xs[0]), HEIGHT - 6, ends[0])
  return [
    label(LEFT, HEIGHT - 6, ends[0], 'start'),
    label(WIDTH - RIGHT, HEIGHT - 6, ends[1], 'end'),
  ]
}

/**
 * Returns whole points below and above all values, at least two apart.
 * @param {number[]} values
 * @param {number} step
 * @returns {[number, number]}
 */
function bounds(values, step) {
  const low = Math.floor(Math.min(...values) / step) * step
  const high = Math.ceil(Math.max(...values) / step) * step
  return [low, Math.max(high, low + 2 * step)]
}
