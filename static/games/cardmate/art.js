// Cards as wedges: the outline points away from the owner's side; rank (left) and suit (right) are always upright.

import { SUITS } from '../../board/cards/suits.js'
import { html } from '../../vendor/preact.js'
import { rankLabel } from './position.js'

export const WEDGE = {
  up: 'M50 3 L89 31 L94 91 Q94 96 89 96 H11 Q6 96 6 91 L11 31 Z',
  down: 'M50 97 L89 69 L94 9 Q94 4 89 4 H11 Q6 4 6 9 L11 69 Z',
}
const RIM = {
  up: 'M50 9 L84.5 34 L89 88 Q89 91 86 91 H14 Q11 91 11 88 L15.5 34 Z',
  down: 'M50 91 L84.5 66 L89 12 Q89 9 86 9 H14 Q11 9 11 12 L15.5 66 Z',
}
const CROWN = 'M-15 9 L-17 -6 L-8 1 L0 -10 L8 1 L17 -6 L15 9 Z'

/**
 * Draws a card of the board, 100 by 100.
 * @param {string} card
 * @param {boolean} up whether it points up
 * @param {Attributes} [attributes]
 */
export function wedge(card, up = true, attributes = {}) {
  const direction = up ? 'up' : 'down'
  return html`
    <svg viewBox="0 0 100 100" class=${`picture suit-${card[1]}`} ...${attributes}>
      <path class="shadow" transform="translate(1.5 2.5)" d=${WEDGE[direction]} />
      <path class="body" d=${WEDGE[direction]} />
      <path class="rim" d=${RIM[direction]} />
      <g class="glyphs">
        ${figure(card)}
        <path class="suit" d=${SUITS[card[1]]} />
      </g>
      ${card[0] === 'K' && html`<path class="crown" d=${CROWN} />`}
    </svg>`
}

/** Draws the rank; the two digits of 10 are set closer, not narrower. @param {string} card */
const figure = (card) =>
  card[0] === 'X'
    ? html`<text class="rank ten" x="21 42.5" y="78" text-anchor="middle">10</text>`
    : html`<text class="rank" x="31" y="79.5" text-anchor="middle">${rankLabel(card)}</text>`
