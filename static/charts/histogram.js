// A histogram of points over games: a bar for each number of points, or for a range of them where there are many. The
// reader's own points are marked by a pointer and a word; a player's own games are narrow bars before everybody's.

import { el, svg } from '../core/dom.js'
import { compact, number, percent } from '../core/format.js'
import { t } from '../core/i18n.js'
import { bins, gamesIn, holds } from './bins.js'
import { figure, label } from './figure.js'

/** @typedef {import('./bins.js').Bin} Bin */
/** @typedef {Pick<Wire.Statistics, 'spread'>} Statistics `spread`: [points, games] pairs */

/** A bar: games of everybody, games of one player, and whether the reader's own points are in it.
 * @typedef {Bin & { all: number, mine: number, own: boolean }} Bar */

const [WIDTH, HEIGHT, TOP, FOOT, SIDE] = [320, 168, 40, 22, 6]
const BROAD = 34 // of a bar, at most

/**
 * The chart of everybody's games; without a game, a sentence.
 * @param {Statistics} statistics
 * @param {object} [options]
 * @param {number | null} [options.own] points that are the reader's own
 * @param {Statistics | null} [options.mine] one player's games, drawn before everybody's, each as a part of their own sum
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
  const above = own !== null && !mine ? 0 : TOP - 20 // the pointer needs more room above the bars
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
 * The bars as a table; `subject`: the player whose games stand beside everybody's, or null.
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
 * Where bar `index` of `count` stands: its middle and left edge, and the width of a broad bar there.
 * @param {number} index
 * @param {number} count
 */
function slot(index, count) {
  const width = (WIDTH - 2 * SIDE) / count
  return {
    middle: SIDE + (index + 0.5) * width,
    left: SIDE + index * width,
    broad: Math.min(BROAD, width * 0.78),
  }
}

/**
 * A bar; `part` of the greatest height, 0 to 1.
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
 * Bars of everybody's games, each with its number on top; the one with the reader's own points is filled otherwise and
 * has the pointer.
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
 * Points at a bar from above: a triangle on a stem, and the reader's points in words.
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
 * Near an edge the text is aligned with the pointer, so that it stays within the drawing.
 * @param {number} x
 * @param {string} text
 */
function pointerLabel(x, text) {
  if (x < 50) return label(x - 8, 11, text, 'start', 'label own')
  if (x > WIDTH - 50) return label(x + 8, 11, text, 'end', 'label own')
  return label(x, 11, text, 'middle', 'label own')
}

/**
 * Two kinds of bars, each in parts of its own sum, so that few games can be compared with many.
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
 * The axis below, with each bar's points; where a bar holds several, the lowest stands at its left edge.
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
