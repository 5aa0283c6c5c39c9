// Thumbnail of a position: tiles, guards around them, and musketeers, with the outlines of the board, in the colours of the
// page. It needs no style sheet.

import { h } from '../../vendor/preact.js'
import { FIGURE, SUITS as OUTLINES } from './art.js'
import { CENTRE, cornerOf, isOutside, parsePosition, SUITS } from './position.js'

/** @type {Record<string, string>} */
const COLOURS = { S: 'sun', M: 'moon', C: 'crown', A: 'arms' }
const STONE = 'light-dark(#f7edd6, #35435a)'
const WORN = 'light-dark(#e4d6b4, #2b3749)'
const MOAT = 'light-dark(#c9b88f, #1c2531)'

/** @param {string} suit */
const colour = (suit) => `var(--${COLOURS[suit]})`

/** @param {string} position @returns {Content} one unit a tile */
export function thumbnail(position) {
  const { tiles, things, next } = parsePosition(position)
  const drawn = [...tiles].map(([square, name]) => {
    const searched = Number(name[1]) < next[SUITS.indexOf(name[0])]
    const fill = searched ? WORN : STONE
    return tile(square, name[0], square === CENTRE ? '#4a3a1c' : fill)
  })
  const pieces = [...things].map(([place, { owner, suit }]) =>
    owner === 1 ? coin(place, suit) : pawn(place, suit),
  )
  return h(
    'svg',
    {
      viewBox: '0 0 6 6',
      class: 'thumbnail',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    h('rect', { width: 6, height: 6, rx: 0.3, fill: MOAT }),
    drawn,
    pieces,
  )
}

/** @param {string} square @param {string} suit @param {string} fill */
function tile(square, suit, fill) {
  const [x, y] = cornerOf(square)
  const slab = h('rect', {
    x: x + 0.03,
    y: y + 0.03,
    width: 0.94,
    height: 0.94,
    rx: 0.09,
    fill,
  })
  return suit === '-' ? slab : [slab, sign(suit, x + 0.09, y + 0.09, 0.36)]
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size */
const sign = (suit, x, y, size, fill = colour(suit)) =>
  h('path', {
    d: OUTLINES[suit],
    fill,
    'fill-rule': 'evenodd',
    transform: `translate(${x} ${y}) scale(${size / 24})`,
  })

/** @param {string} place @param {string} suit */
function coin(place, suit) {
  const [x, y] = cornerOf(place)
  const [cx, cy] = isOutside(place) ? [x + 0.5, y + 0.5] : [x + 0.68, y + 0.68]
  return h('circle', {
    cx,
    cy,
    r: 0.17,
    fill: 'var(--card)',
    stroke: colour(suit),
    'stroke-width': 0.08,
  })
}

/** @param {string} place @param {string} suit */
function pawn(place, suit) {
  const [x, y] = cornerOf(place)
  return h('path', {
    d: FIGURE,
    fill: colour(suit),
    stroke: 'light-dark(#33210f, #f1e7d2)',
    'stroke-width': 4,
    transform: `translate(${x + 0.2} ${y + 0.16}) scale(0.0085)`,
  })
}
