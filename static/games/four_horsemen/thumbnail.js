// Thumbnail of a position: the four horsemen with their values, the tops of the stacks, deck and hand, drawn from the
// position text without the board.

import { SUITS } from '../../board/cards/suits.js'
import { h } from '../../vendor/preact.js'
import { HORSE } from './horse.js'
import { cardValue } from './places.js'

const INK = 'var(--ink)'
const SUIT_COLOURS = /** @type {Record<string, string>} */ ({
  C: 'var(--club)',
  D: 'var(--diamond)',
  H: 'var(--heart)',
  S: 'var(--spade)',
})
const FELT = 'light-dark(#d3e0cc, #17241f)'
const PRINT = 'light-dark(#8ba685, #4a6356)'

/** @param {string} position @param {0 | 1 | null} [_seat] @returns {Content} */
export function thumbnail(position, _seat) {
  const [horsemen, stacks, reserve, hand] = position.split(' ')
  const tops = stacks === '-' ? [] : stacks.split(',').map(topOf)
  const held = hand === '-' ? [] : (hand.match(/../g) ?? [])
  return h(
    'svg',
    {
      viewBox: '0 0 100 100',
      class: 'thumbnail',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    h('rect', { width: 100, height: 100, rx: 6, fill: FELT }),
    horsemen.split(',').map((cards, index) => rider(cards, 4 + index * 23.5)),
    Array.from({ length: 6 }, (_, index) => card(tops[index], 4 + index * 15.6, 37, 14)),
    back(4, 69),
    reserve === '-' ? null : sideways(reserve),
    held.map((one, index) => card(one, 54 + (index * 26) / Math.max(held.length - 1, 2), 69, 16)),
  )
}

/** Returns the top of a stack's text, `9C<JH8D`. @param {string} stack */
const topOf = (stack) => stack.slice(0, 2)

/** @param {string} cards `4C2S`, or `-`: he is defeated @param {number} x */
function rider(cards, x) {
  const frame = { x, y: 5, width: 21.5, height: 24, rx: 2.5 }
  if (cards === '-')
    return h(
      'g',
      {},
      h('rect', {
        ...frame,
        fill: 'none',
        stroke: PRINT,
        'stroke-dasharray': '2 1.5',
      }),
      sign('✓', x + 10.75, 21, 12, PRINT),
    )
  const value = cardValue(cards.slice(0, 2)) * 10 + (cardValue(cards.slice(2)) % 10)
  return h(
    'g',
    {},
    h('rect', {
      ...frame,
      fill: 'light-dark(#f8ecd0, #2d394b)',
      stroke: 'light-dark(#8c7355, #b59a5e)',
    }),
    h('path', {
      d: HORSE,
      fill: 'light-dark(#e6d2a4, #43546e)',
      transform: `translate(${x + 1.5} 7) scale(0.19)`,
    }),
    sign(String(value), x + 10.75, 21, value > 99 ? 9.5 : 11.5, INK),
  )
}

/** Draws a card of this width, or its empty place.
 * @param {string | undefined} name @param {number} x @param {number} y @param {number} width */
function card(name, x, y, width) {
  const frame = { x, y, width, height: width * 1.4, rx: 1.6 }
  if (!name) return h('rect', { ...frame, fill: 'none', stroke: PRINT, opacity: 0.7 })
  const [rank, suit] = name
  const fill = SUIT_COLOURS[suit]
  return h(
    'g',
    {},
    h('rect', {
      ...frame,
      fill: 'var(--card)',
      stroke: 'light-dark(#8c7355, #8190a3)',
      'stroke-width': 0.8,
    }),
    sign(rank === 'X' ? '10' : rank, x + width / 2, y + 9.5, 9.5, fill),
    h('path', {
      d: SUITS[suit],
      fill,
      transform: `translate(${x + width / 2 - 3.5} ${y + 11.5}) scale(0.07)`,
    }),
  )
}

/** Draws the reserve, which lies sideways. @param {string} name */
const sideways = (name) =>
  h('g', { transform: 'translate(46.5 75) rotate(90)' }, card(name, 0, 0, 16))

/** Draws the deck. @param {number} x @param {number} y */
const back = (x, y) =>
  h(
    'g',
    {},
    h('rect', {
      x,
      y,
      width: 16,
      height: 22.4,
      rx: 1.6,
      fill: '#8e1326',
      stroke: 'light-dark(#fff8e7, #d9cfb8)',
      'stroke-width': 1.6,
    }),
    h('circle', { cx: x + 8, cy: y + 11.2, r: 2.4, fill: '#d9a93f' }),
  )

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill */
const sign = (text, x, y, size, fill) =>
  h(
    'text',
    {
      x,
      y,
      fill,
      'font-size': size,
      'font-weight': 700,
      'text-anchor': 'middle',
      'font-family': 'Georgia, serif',
    },
    text,
  )
