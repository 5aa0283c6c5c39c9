// Histogram of points over games: a bar for each number of points, or for ranges where there are many. A pointer with a
// word marks the reader's own points; a player's games are narrow bars in front of everybody's.

import { el, svg } from '../core/dom.js'
import { compact, number, percent } from '../core/format.js'
import { t } from '../core/i18n.js'
import { bins, gamesIn, holds } from './bins.js'
import { figure, label } from './figure.js'

/** @typedef {import('./bins.js').Bin} Bin */
/** @typedef {Pick<Wire.Statistics, 'spread'>} Statistics `spread`: [points, games] pairs */

/** A bar: everybody's games, one player's games, and whether it contains the reader's own points.
 * @typedef {Bin & { all: number, mine: number, own: boolean }} Bar */

const [WIDTH, HEIGHT, TOP, FOOT, SIDE] = [320, 168, 40, 22, 6]
const MAX_BAR_WIDTH = 34 // width of a bar, at most

/**
 * Creates the chart of everybody's games; without games, a sentence.
 * @param {Statistics} statistics
 * @param {object} [options]
 * @param {number | null} [options.own] the reader's own points
 * @param {Statistics | null} [options.mine] one player's games, in front of everybody's; both as parts of their own sums
 * @param {string} [options.subject] that player's name
 */
export function histogram(
  { spread: all },
  { own = null, mine = null, subject = t('picture.you') } = {},
) {
  const some = mine ? mine.spread : []
  if (!all.length && !some.length)
    return el('p', { class: 'empty' }, t('spread.empty'))
  const bars = barsOf(all, some, own)
  const [games, ownGames] = [gamesIn(all), gamesIn(some)]
  const above = own !== null && !mine ? 0 : TOP - 20 // the pointer needs room above the bars
  const everybody = t('picture.everybody')
  return figure({
    kind: 'spread',
    title: t('spread.title'),
    summary: summaryOf(bars, games, own),
    box: [0, above, WIDTH, HEIGHT - above],
    parts: mine ? compared(bars, games, ownGames) : counted(bars, own),
    key: mine
      ? [
          ['mine', t('spread.games', { who: subject, count: ownGames })],
          ['all', t('spread.games', { who: everybody, count: games })],
        ]
      : [],
    table: tableOf(bars, mine ? subject : null),
  })
}

/**
 * @param {Statistics['spread']} all
 * @param {Statistics['spread']} some
 * @param {number | null} own
 * @returns {Bar[]}
 */
function barsOf(all, some, own) {
  const points = [...all, ...some].map(([value]) => value)
  if (own !== null) points.push(own)
  return bins(Math.min(...points), Math.max(...points)).map((bin) => ({
    ...bin,
    all: gamesIn(all, bin),
    mine: gamesIn(some, bin),
    own: own !== null && holds(bin, own),
  }))
}

/**
 * Returns the bars as a table; `subject`: the player whose games are beside everybody's, or null.
 * @param {Bar[]} bars
 * @param {string | null} subject
 * @returns {import('./figure.js').DataTable}
 */
function tableOf(bars, subject) {
  const name = (/** @type {Bar} */ bar) =>
    bar.own ? t('spread.own', { points: rangeText(bar) }) : rangeText(bar)
  return {
    head: [
      t('spread.points'),
      ...(subject === null
        ? [t('spread.count')]
        : [subject, t('picture.everybody')]),
    ],
    rows: bars.map((bar) => ({
      cells: [
        name(bar),
        ...(subject === null ? [] : [number(bar.mine)]),
        number(bar.all),
      ],
      own: bar.own,
    })),
  }
}

/** @param {Bin} bin */
const rangeText = ({ from, to }) =>
  from === to ? number(from) : t('spread.range', { from, to })

/**
 * @param {Bar[]} bars
 * @param {number} games
 * @param {number | null} own
 */
function summaryOf(bars, games, own) {
  const most = bars.reduce((best, bar) => (bar.all > best.all ? bar : best))
  const sentence = t('spread.says', {
    count: games,
    from: bars[0].from,
    to: bars[bars.length - 1].to,
    most: rangeText(most),
  })
  return own === null
    ? sentence
    : `${sentence} ${t('spread.says.own', { points: own })}`
}

/**
 * Returns the middle and left edge of bar `index` of `count`, and the width of a broad bar.
 * @param {number} index
 * @param {number} count
 */
function slot(index, count) {
  const width = (WIDTH - 2 * SIDE) / count
  return {
    middle: SIDE + (index + 0.5) * width,
    left: SIDE + index * width,
    broad: Math.min(MAX_BAR_WIDTH, width * 0.78),
  }
}

/**
 * Draws a bar; `part` of the greatest height, 0 to 1.
 * @param {number} middle
 * @param {number} width
 * @param {number} part
 * @param {'all' | 'mine'} look
 */
function column(middle, width, part, look) {
  const height = part * (HEIGHT - TOP - FOOT)
  return svg('rect', {
    x: middle - width / 2,
    y: HEIGHT - FOOT - height,
    width,
    height,
    class: `bar ${look}`,
  })
}

/**
 * Draws the bars of everybody's games with their numbers on top; the one with the reader's own points has another fill
 * and the pointer.
 * @param {Bar[]} bars
 * @param {number | null} own
 */
function counted(bars, own) {
  const most = Math.max(1, ...bars.map(({ all }) => all))
  const columns = bars.map((bar, index) => {
    const { middle, broad } = slot(index, bars.length)
    const part = bar.all / most
    const top = HEIGHT - FOOT - part * (HEIGHT - TOP - FOOT)
    const drawn = bar.all > 0 && [
      column(middle, broad, part, bar.own ? 'mine' : 'all'),
      label(middle, top - 4, compact(bar.all)),
    ]
    const marked =
      bar.own && own !== null && pointer(middle, top - (bar.all ? 18 : 4), own)
    return [drawn, marked]
  })
  return [columns, axis(bars)]
}

/**
 * Draws the pointer at a bar: a triangle on a stem, and the reader's points in words.
 * @param {number} x
 * @param {number} y
 * @param {number} own
 */
function pointer(x, y, own) {
  const text = t('spread.you', { points: own })
  return [
    svg('path', { d: `M${x} 16V${Math.max(16, y - 6)}`, class: 'stem' }),
    svg('path', { d: `M${x - 5} ${y - 7}h10L${x} ${y}z`, class: 'pointer' }),
    pointerLabel(x, text),
  ]
}

/**
 * Draws the pointer's text; near an edge it is aligned with the pointer, so that it stays inside the drawing.
 * @param {number} x
 * @param {string} text
 */
function pointerLabel(x, text) {
  if (x < 50) return label(x - 8, 11, text, 'start', 'label own')
  if (x > WIDTH - 50) return label(x + 8, 11, text, 'end', 'label own')
  return label(x, 11, text, 'middle', 'label own')
}

/**
 * Draws two kinds of bars, each as parts of its own sum, so that few games compare with many.
 * @param {Bar[]} bars
 * @param {number} games
 * @param {number} ownGames
 */
function compared(bars, games, ownGames) {
  const partOf = (/** @type {number} */ count, /** @type {number} */ sum) =>
    sum ? count / sum : 0
  const parts = bars.map((bar) => ({
    all: partOf(bar.all, games),
    mine: partOf(bar.mine, ownGames),
  }))
  const most = Math.max(...parts.flatMap(({ all, mine }) => [all, mine]))
  const columns = parts.map(({ all, mine }, index) => {
    const { middle, broad } = slot(index, bars.length)
    return [
      all > 0 && column(middle, broad, all / most, 'all'),
      mine > 0 && column(middle, broad / 2, mine / most, 'mine'),
    ]
  })
  const text = t('spread.part', { percent: percent(most) })
  return [
    svg('path', { d: `M${SIDE} ${TOP}H${WIDTH - SIDE}`, class: 'grid' }),
    label(SIDE, TOP - 5, text, 'start'),
    columns,
    axis(bars),
  ]
}

/**
 * Draws the axis with each bar's points; the lowest of a range is at the left edge of its bar.
 * @param {Bar[]} bars
 */
function axis(bars) {
  const ranges = bars.some(({ from, to }) => from !== to)
  const foot = HEIGHT - FOOT
  return [
    svg('path', { d: `M${SIDE} ${foot}H${WIDTH - SIDE}`, class: 'axis' }),
    bars.map((bar, index) => {
      const { middle, left } = slot(index, bars.length)
      const x = ranges ? left : middle
      const anchor = ranges && index === 0 ? 'start' : 'middle'
      return [
        ranges && svg('path', { d: `M${x} ${foot}v4`, class: 'axis' }),
        label(x, HEIGHT - 6, compact(bar.from), anchor),
      ]
    }),
  ]
}
