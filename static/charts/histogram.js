// How points are spread over games, as bars: a bar a number of points, or a few of them where there are many.
// One's own points carry a pointer and the word; one's own games are narrow bars before the wide ones of everybody.

import { el, svg } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { label, picture } from './figure.js'

const BARS = 12 // at most
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000,
]
const [WIDTH, HEIGHT, TOP, FOOT, SIDE] = [320, 168, 40, 22, 6]
const BROAD = 34 // of a bar, at most

/** The picture of `statistics.spread`, [[points, games], ...]. `own`: points that are the asker's own, or null.
 * `mine`: statistics of one person, drawn before everybody's in parts of all games; `who`: what that person is
 * called. Without a game, a sentence. */
export function spread(
  statistics,
  { own = null, mine = null, who = t('picture.you') } = {},
) {
  const all = statistics.spread
  const some = mine ? mine.spread : []
  if (!all.length && !some.length)
    return el('p', { class: 'empty' }, t('spread.empty'))
  const points = [...all, ...some].map(([value]) => value).concat(own ?? [])
  const bars = divide(Math.min(...points), Math.max(...points))
  for (const bar of bars) {
    bar.all = counted(all, bar)
    bar.mine = counted(some, bar)
    bar.own = own !== null && inside(own, bar)
  }
  const [games, one] = [counted(all), counted(some)]
  const above = own !== null && !mine ? 0 : TOP - 20 // without a pointer there is less above the bars
  return picture({
    kind: 'spread',
    title: t('spread.title'),
    says: says(bars, games, own),
    box: [0, above, WIDTH, HEIGHT - above],
    parts: mine ? together(bars, games, one) : alone(bars, own),
    key: mine
      ? [
          ['mine', t('spread.games', { who, count: one })],
          [
            'all',
            t('spread.games', { who: t('picture.everybody'), count: games }),
          ],
        ]
      : [],
    table: table(bars, mine && who),
  })
}

// The same bars in words; `who`: whose games stand beside everybody's, or null.
function table(bars, who) {
  const name = (bar) =>
    bar.own ? t('spread.own', { points: named(bar) }) : named(bar)
  return {
    head: [
      t('spread.points'),
      ...(who ? [who, t('picture.everybody')] : [t('spread.count')]),
    ],
    rows: bars.map((bar) => ({
      cells: [name(bar), ...(who ? [number(bar.mine)] : []), number(bar.all)],
      own: bar.own,
    })),
  }
}

/** Bars from `low` to `high`, as few points a bar as BARS of them allow: [{from, to}, ...], both within. */
function divide(low, high) {
  const fits = (step) => Math.floor(high / step) - Math.floor(low / step) < BARS
  const step = STEPS.find(fits) ?? STEPS.at(-1)
  const start = Math.floor(low / step) * step
  const count = Math.floor((high - start) / step) + 1
  return Array.from({ length: count }, (_, place) => ({
    from: start + place * step,
    to: Math.min(start + (place + 1) * step - 1, high),
  }))
}

const inside = (points, { from, to }) => from <= points && points <= to
const number = (value) =>
  new Intl.NumberFormat(document.documentElement.lang).format(value)
const short = (value) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    notation: 'compact',
  }).format(value)

function counted(pairs, bar = null) {
  return pairs.reduce(
    (sum, [points, games]) => (!bar || inside(points, bar) ? sum + games : sum),
    0,
  )
}

const named = ({ from, to }) =>
  from === to ? number(from) : t('spread.range', { from, to })

function says(bars, games, own) {
  const most = bars.reduce((best, bar) => (bar.all > best.all ? bar : best))
  const range = { from: bars[0].from, to: bars.at(-1).to }
  const sentence = t('spread.says', {
    count: games,
    ...range,
    most: named(most),
  })
  return own === null
    ? sentence
    : `${sentence} ${t('spread.says.own', { points: own })}`
}

// The place of bar `place` of `count`: its middle and the width of a broad bar there.
function slot(place, count) {
  const each = (WIDTH - 2 * SIDE) / count
  return {
    middle: SIDE + (place + 0.5) * each,
    left: SIDE + place * each,
    broad: Math.min(BROAD, each * 0.78),
  }
}

function column(middle, broad, part, look) {
  const tall = part * (HEIGHT - TOP - FOOT)
  return svg('rect', {
    x: middle - broad / 2,
    y: HEIGHT - FOOT - tall,
    width: broad,
    height: tall,
    class: `bar ${look}`,
  })
}

// One kind of bars, each with its number on top; the own one is filled otherwise and pointed at.
function alone(bars, own) {
  const most = Math.max(1, ...bars.map(({ all }) => all))
  const drawn = bars.map((bar, place) => {
    const { middle, broad } = slot(place, bars.length)
    const top = HEIGHT - FOOT - (bar.all / most) * (HEIGHT - TOP - FOOT)
    return [
      bar.all
        ? column(middle, broad, bar.all / most, bar.own ? 'mine' : 'all')
        : null,
      bar.all ? label(middle, top - 4, short(bar.all)) : null,
      bar.own ? pointer(middle, top - (bar.all ? 18 : 4), own) : null,
    ]
  })
  return [drawn, axis(bars)]
}

// Points at a bar from above: a triangle on a stem, and the word.
function pointer(x, y, own) {
  const anchor = x < 50 ? 'start' : x > WIDTH - 50 ? 'end' : 'middle'
  const at = anchor === 'middle' ? x : x + (anchor === 'start' ? -8 : 8)
  return [
    svg('path', { d: `M${x} 16V${Math.max(16, y - 6)}`, class: 'stem' }),
    svg('path', { d: `M${x - 5} ${y - 7}h10L${x} ${y}z`, class: 'pointer' }),
    label(at, 11, t('spread.you', { points: own }), anchor, 'label own'),
  ]
}

// Two kinds of bars in parts of their own sums, so that few games can be held against many.
function together(bars, games, one) {
  const part = (count, sum) => (sum ? count / sum : 0)
  const most = Math.max(
    ...bars.flatMap((bar) => [part(bar.all, games), part(bar.mine, one)]),
  )
  const drawn = bars.map((bar, place) => {
    const { middle, broad } = slot(place, bars.length)
    return [
      bar.all
        ? column(middle, broad, part(bar.all, games) / most, 'all')
        : null,
      bar.mine
        ? column(middle, broad / 2, part(bar.mine, one) / most, 'mine')
        : null,
    ]
  })
  const percent = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'percent',
  }).format(most)
  const grid = svg('path', {
    d: `M${SIDE} ${TOP}H${WIDTH - SIDE}`,
    class: 'grid',
  })
  return [
    grid,
    label(SIDE, TOP - 5, t('spread.part', { percent }), 'start'),
    drawn,
    axis(bars),
  ]
}

// Below: each bar's points; where a bar holds several, what it begins with stands at its left edge.
function axis(bars) {
  const several = bars.some(({ from, to }) => from !== to)
  const foot = HEIGHT - FOOT
  return [
    svg('path', { d: `M${SIDE} ${foot}H${WIDTH - SIDE}`, class: 'foot' }),
    bars.map((bar, place) => {
      const { middle, left } = slot(place, bars.length)
      const x = several ? left : middle
      return [
        several ? svg('path', { d: `M${x} ${foot}v4`, class: 'foot' }) : null,
        label(
          x,
          HEIGHT - 6,
          short(bar.from),
          several && !place ? 'start' : 'middle',
        ),
      ]
    }),
  ]
}
