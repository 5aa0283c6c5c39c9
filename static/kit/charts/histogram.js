// Histogram of points over games: a bar for each number of points, or for ranges where there are many. A pointer with a
// word marks the reader's own points; a player's games are narrow bars in front of everybody's.

import { compact, number, percent } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'
import { bins, gamesIn, holds } from './bins.js'
import { figure, label, path } from './figure.js'

/** @typedef {import('./bins.js').Bin} Bin */
/** @typedef {Pick<Wire.Statistics, 'spread'>} Statistics `spread`: [points, games] pairs */

/** A bar: everybody's games, one player's games, and whether it contains the reader's own points.
 * @typedef {Bin & { all: number, mine: number, own: boolean }} Bar */

const [WIDTH, HEIGHT, TOP, FOOT, SIDE] = [320, 168, 40, 22, 6]
const FLOOR = HEIGHT - FOOT
const MAX_BAR_WIDTH = 34
const LABEL_ROOM = 50 // from an edge to the middle of the pointer's text, where it is centred

/** Shows everybody's games; without games, a sentence. `own`: the reader's own points; `mine`: the games of the player
 * named `subject`, in front of everybody's, both as parts of their own sums.
 * @param {Statistics} statistics
 * @param {{ own?: number | null, mine?: Statistics | null, subject?: string }} [options] */
export function histogram({ spread: all }, { own = null, mine = null, subject } = {}) {
  const some = mine?.spread ?? []
  if (!all.length && !some.length) return html`<p class="empty">${t('spread.empty')}</p>`
  const bars = barsOf(all, some, own)
  const [games, ownGames] = [gamesIn(all), gamesIn(some)]
  const above = own !== null && !mine ? 0 : TOP - 20 // the pointer needs room above the bars
  const who = subject ?? t('picture.you')
  const everybody = t('picture.everybody')
  return figure({
    kind: 'spread',
    title: t('spread.title'),
    summary: summaryOf(bars, games, own),
    box: [0, above, WIDTH, HEIGHT - above],
    parts: [mine ? compared(bars, games, ownGames) : counted(bars, own), axis(bars)],
    key: mine
      ? [
          ['mine', t('spread.games', { who, count: ownGames })],
          ['all', t('spread.games', { who: everybody, count: games })],
        ]
      : [],
    table: {
      head: [t('spread.points'), ...(mine ? [who, everybody] : [t('spread.count')])],
      rows: bars.map((bar) => ({
        cells: [
          bar.own ? t('spread.own', { points: rangeText(bar) }) : rangeText(bar),
          ...(mine ? [number(bar.mine)] : []),
          number(bar.all),
        ],
        own: bar.own,
      })),
    },
  })
}

/** @param {Statistics['spread']} all @param {Statistics['spread']} some @param {number | null} own @returns {Bar[]} */
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

/** @param {Bin} bin */
const rangeText = ({ from, to }) => (from === to ? number(from) : t('spread.range', { from, to }))

/** @param {Bar[]} bars @param {number} games @param {number | null} own */
function summaryOf(bars, games, own) {
  const most = bars.reduce((best, bar) => (bar.all > best.all ? bar : best))
  const sentence = t('spread.says', {
    count: games,
    from: bars[0].from,
    to: bars[bars.length - 1].to,
    most: rangeText(most),
  })
  return own === null ? sentence : `${sentence} ${t('spread.says.own', { points: own })}`
}

/** Returns the middle and left edge of bar `index` of `count`, and the width of a broad bar.
 * @param {number} index @param {number} count */
function slot(index, count) {
  const width = (WIDTH - 2 * SIDE) / count
  return {
    middle: SIDE + (index + 0.5) * width,
    left: SIDE + index * width,
    broad: Math.min(MAX_BAR_WIDTH, width * 0.78),
  }
}

/** Returns the top of a bar; `part` of the greatest height, 0 to 1. @param {number} part */
const topOf = (part) => FLOOR - part * (FLOOR - TOP)

/** @param {number} middle @param {number} width @param {number} part @param {'all' | 'mine'} look */
const column = (middle, width, part, look) => html`
  <rect
    x=${middle - width / 2}
    y=${topOf(part)}
    width=${width}
    height=${FLOOR - topOf(part)}
    class=${`bar ${look}`}
  />`

/** Draws the bars of everybody's games with their numbers on top; the one with the reader's own points has another fill
 * and the pointer.
 * @param {Bar[]} bars @param {number | null} own */
function counted(bars, own) {
  const most = Math.max(1, ...bars.map(({ all }) => all))
  return bars.map((bar, index) => {
    const { middle, broad } = slot(index, bars.length)
    const top = topOf(bar.all / most)
    return [
      bar.all > 0 && column(middle, broad, bar.all / most, bar.own ? 'mine' : 'all'),
      bar.all > 0 && label(middle, top - 4, compact(bar.all)),
      bar.own && own !== null && pointer(middle, top - (bar.all ? 18 : 4), own),
    ]
  })
}

/** Draws the pointer at a bar: a triangle on a stem, and the reader's points in words. Near an edge the text is aligned
 * with the pointer, so that it stays inside the drawing.
 * @param {number} x @param {number} y @param {number} own */
function pointer(x, y, own) {
  const [left, right] = [x < LABEL_ROOM, x > WIDTH - LABEL_ROOM]
  const atRight = right ? 'end' : 'middle'
  const textAt = x + (right ? 8 : 0) - (left ? 8 : 0)
  return [
    path(`M${x} 16V${Math.max(16, y - 6)}`, 'stem'),
    path(`M${x - 5} ${y - 7}h10L${x} ${y}z`, 'pointer'),
    label(textAt, 11, t('spread.you', { points: own }), left ? 'start' : atRight, 'label own'),
  ]
}

/** Draws two kinds of bars, each as parts of its own sum, so that few games compare with many.
 * @param {Bar[]} bars @param {number} games @param {number} ownGames */
function compared(bars, games, ownGames) {
  const parts = bars.map(({ all, mine }) => ({
    all: all / (games || 1),
    mine: mine / (ownGames || 1),
  }))
  const most = Math.max(...parts.flatMap(({ all, mine }) => [all, mine]))
  return [
    path(`M${SIDE} ${TOP}H${WIDTH - SIDE}`, 'grid'),
    label(SIDE, TOP - 5, t('spread.part', { percent: percent(most) }), 'start'),
    parts.map(({ all, mine }, index) => {
      const { middle, broad } = slot(index, bars.length)
      return [
        all > 0 && column(middle, broad, all / most, 'all'),
        mine > 0 && column(middle, broad / 2, mine / most, 'mine'),
      ]
    }),
  ]
}

/** Draws the axis with each bar's points; the lowest of a range is at the left edge of its bar. @param {Bar[]} bars */
function axis(bars) {
  const ranges = bars.some(({ from, to }) => from !== to)
  return [
    path(`M${SIDE} ${FLOOR}H${WIDTH - SIDE}`, 'axis'),
    bars.map((bar, index) => {
      const { middle, left } = slot(index, bars.length)
      const x = ranges ? left : middle
      const anchor = ranges && index === 0 ? 'start' : 'middle'
      return [
        ranges && path(`M${x} ${FLOOR}v4`, 'axis'),
        label(x, HEIGHT - 6, compact(bar.from), anchor),
      ]
    }),
  ]
}
