// Thumbnail of a position: the four foundations between the wings of rows, each card a strip with its suit, in the colours of
// the page. It needs no style sheet.

import { SUITS as OUTLINES } from '../../board/cards/suits.js'
import { h } from '../../vendor/preact.js'
import { parsePosition, ROWS, SUITS } from './position.js'

const WIDTH = 15 // of a card, in a picture of 120 x 120
const HEIGHT = 25
const LINE = 28.5 // from one row to the next
const ROOM = 46 // of a row
/** @type {Record<string, string>} */
const COLOURS = { C: 'club', D: 'diamond', H: 'heart', S: 'spade' }

/** @param {string} position @returns {Content} */
export function thumbnail(position) {
  const piles = parsePosition(position)
  const rows = ROWS.flatMap((place, index) => {
    const cards = piles.get(place) ?? []
    const step = Math.min(6.2, (ROOM - WIDTH) / Math.max(cards.length - 1, 1))
    const [x, y] = [index % 2 ? 71 : 3, 4 + Math.floor(index / 2) * LINE]
    return cards.map((card, at) => small(card, x + at * step, y))
  })
  const home = [...SUITS].map((suit, index) => {
    const top = piles.get(`f${suit}`)?.at(-1)
    const y = 4 + index * LINE
    return top ? small(top, 52.5, y) : slot(52.5, y)
  })
  return h(
    'svg',
    {
      viewBox: '0 0 120 120',
      class: 'thumbnail',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    h('rect', {
      width: 120,
      height: 120,
      rx: 6,
      fill: 'light-dark(#d3e0cc, #17241f)',
    }),
    rows,
    home,
  )
}

/** @param {string} card @param {number} x @param {number} y */
const small = (card, x, y) => [
  h('rect', {
    x,
    y,
    width: WIDTH,
    height: HEIGHT,
    rx: 2,
    fill: 'var(--card)',
    stroke: 'light-dark(#8c7355, #8190a3)',
    'stroke-width': 0.7,
  }),
  h('path', {
    d: OUTLINES[card.slice(1)],
    fill: `var(--${COLOURS[card.slice(1)]})`,
    transform: `translate(${x + 1} ${y + 2}) scale(0.045)`,
  }),
  h('path', {
    d: OUTLINES[card.slice(1)],
    fill: `var(--${COLOURS[card.slice(1)]})`,
    transform: `translate(${x + 5.5} ${y + 13}) scale(0.085)`,
  }),
]

/** @param {number} x @param {number} y */
const slot = (x, y) =>
  h('rect', {
    x,
    y,
    width: WIDTH,
    height: HEIGHT,
    rx: 2,
    fill: 'none',
    stroke: 'light-dark(#6b8566, #64816f)',
    'stroke-dasharray': '2 1.5',
  })
