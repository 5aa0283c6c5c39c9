// How points went from game to game, or from day to day: a course from left to right, the oldest first, with dots
// where there are figures and a broken line where everybody's average lies.

import { day, moment } from '../core/format.js'
import { svg } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { label, picture } from './figure.js'

const [WIDTH, HEIGHT, TOP, FOOT, LEFT, RIGHT] = [320, 150, 16, 22, 34, 10]

/** The picture of a person's `statistics.progress`, a dot a game. `average`: everybody's, or null. */
export function progress(statistics, { average = null } = {}) {
  const games = statistics.progress
  const points = games.map(([, value]) => value)
  return course({
    kind: 'progress',
    title: t('progress.title', { count: games.length }),
    says: t('progress.says', {
      count: games.length,
      ...range(points),
      average: tenths(mean(points)),
    }),
    places: games.map((_, place) => place),
    points,
    average,
    ends: [number(1), number(games.length)],
    table: {
      head: [t('progress.game'), t('progress.when'), t('spread.points')],
      rows: games.map(([at, value], place) => ({
        cells: [number(place + 1), moment(at), number(value)],
      })),
    },
  })
}

/** The picture of everybody's `statistics.progress`: averages, a dot a UTC day. */
export function days(statistics) {
  const rows = statistics.progress.map(([at, value]) => [
    new Date(at).toISOString().slice(0, 10),
    at,
    value,
  ])
  const points = rows.map(([, , value]) => value)
  return course({
    kind: 'days',
    look: 'all',
    title: t('progress.days'),
    says: t('progress.days.says', { count: rows.length, ...range(points) }),
    places: rows.map(([, at]) => at),
    points,
    average: null,
    ends: [rows[0], rows.at(-1)].map(([, at]) => short.format(at)),
    table: {
      head: [t('progress.day'), t('progress.average')],
      rows: rows.map(([date, , value]) => ({
        cells: [day(date), tenths(value)],
      })),
    },
  })
}

const language = document.documentElement.lang
const short = new Intl.DateTimeFormat(language, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
})
const number = (value) => new Intl.NumberFormat(language).format(value)
export const tenths = (value) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)
const mean = (points) =>
  points.reduce((sum, value) => sum + value, 0) / points.length
const range = (points) => ({
  from: tenths(Math.min(...points)),
  to: tenths(Math.max(...points)),
})

// `places`: where each of `points` stands from left to right, in any measure; `ends`: what is written below them;
// `look`: mine or all.
function course({
  kind,
  title,
  says,
  places,
  points,
  average,
  ends,
  table,
  look = 'mine',
}) {
  const [low, high] = bounds(average === null ? points : [...points, average])
  const [first, last] = [places[0], places.at(-1)]
  const x = (place) =>
    first === last
      ? (LEFT + WIDTH - RIGHT) / 2
      : LEFT +
        4 +
        ((place - first) / (last - first)) * (WIDTH - LEFT - RIGHT - 8)
  const y = (value) =>
    HEIGHT - FOOT - ((value - low) / (high - low)) * (HEIGHT - TOP - FOOT)
  const line = points.map(
    (value, place) => `${x(places[place]).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  const grid = [low, ...((high - low) % 2 ? [] : [(low + high) / 2]), high]
  return picture({
    kind,
    title,
    says,
    box: [0, 0, WIDTH, HEIGHT],
    parts: [
      grid.map((value) => [
        svg('path', {
          d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}`,
          class: value === low ? 'foot' : 'grid',
        }),
        label(LEFT - 6, y(value) + 4, tenths(value), 'end'),
      ]),
      average === null
        ? null
        : svg('path', {
            d: `M${LEFT} ${y(average)}H${WIDTH - RIGHT}`,
            class: 'average',
          }),
      line.length > 1
        ? svg('path', { d: `M${line.join('L')}`, class: `course ${look}` })
        : null,
      points.map((value, place) =>
        svg('circle', {
          cx: x(places[place]),
          cy: y(value),
          r: points.length > 40 ? 2 : 3,
          class: `dot ${look}`,
        }),
      ),
      first === last
        ? label(x(first), HEIGHT - 6, ends[0])
        : [
            label(LEFT, HEIGHT - 6, ends[0], 'start'),
            label(WIDTH - RIGHT, HEIGHT - 6, ends[1], 'end'),
          ],
    ],
    key:
      average === null
        ? []
        : [['average', t('progress.everybody', { average: tenths(average) })]],
    table,
  })
}

// Whole points below and above all of these, and never the same.
function bounds(points) {
  const [low, high] = [
    Math.floor(Math.min(...points)),
    Math.ceil(Math.max(...points)),
  ]
  return [low, Math.max(high, low + 2)]
}
