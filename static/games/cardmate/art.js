// Cards as wedges: the outline points away from the owner's side; rank (left) and suit (right) are always upright.

import { SUITS } from '../../boards/cards/suits.js'
import { set, svg } from '../../core/dom.js'
import { rankLabel } from './position.js'

export const WEDGE = {
  up: 'M50 3 L89 31 L94 91 Q94 96 89 96 H11 Q6 96 6 91 L11 31 Z',
  down: 'M50 97 L89 69 L94 9 Q94 4 89 4 H11 Q6 4 6 9 L11 69 Z',
}
const RIM = {
  up: 'M50 9 L84.5 34 L89 88 Q89 91 86 91 H14 Q11 91 11 88 L15.5 34 Z',
  down: 'M50 91 L84.5 66 L89 12 Q89 9 86 9 H14 Q11 9 11 12 L15.5 66 Z',
}
const MIDDLE = { 'text-anchor': 'middle' }
const CROWN = 'M-15 9 L-17 -6 L-8 1 L0 -10 L8 1 L17 -6 L15 9 Z'

/**
 * Draws a card of the board, 100 by 100.
 * @param {string} card
 * @param {boolean} up whether it points up
 */
export function wedge(card, up = true) {
  const picture = svg(
    'svg',
    { viewBox: '0 0 100 100', class: `picture suit-${card[1]}` },
    svg('path', { class: 'shadow', transform: 'translate(1.5 2.5)' }),
    svg('path', { class: 'body' }),
    svg('path', { class: 'rim' }),
    svg(
      'g',
      { class: 'glyphs' },
      figure(card),
      svg('path', { class: 'suit', d: SUITS[card[1]] }),
    ),
    card[0] === 'K' ? svg('path', { class: 'crown', d: CROWN }) : null,
  )
  return setDirection(picture, up)
}

/**
 * Makes a card, or the element around one, point up or down.
 * @template {Element} E
 * @param {E} node
 * @param {boolean} up
 */
export function setDirection(node, up) {
  const direction = up ? 'up' : 'down'
  const outlines = { shadow: WEDGE, body: WEDGE, rim: RIM }
  for (const [part, outline] of Object.entries(outlines)) {
    const path = node.querySelector(`.${part}`)
    if (path) set(path, { d: outline[direction] })
  }
  return node
}

/** Draws the rank; the two digits of 10 are set closer, not narrower. @param {string} card */
const figure = (card) =>
  card[0] === 'X'
    ? svg('text', { class: 'rank ten', x: '21 42.5', y: 78, ...MIDDLE }, '10')
    : svg('text', { class: 'rank', x: 31, y: 79.5, ...MIDDLE }, rankLabel(card))
