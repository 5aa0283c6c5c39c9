// Cards in lines of text, their suits in their colours: in sentences and buttons, in the move list, on the players' bars.

import { SUITS } from '../../boards/cards/suits.js'
import { el, svg } from '../../core/dom.js'
import { WEDGE } from './art.js'
import { RANKS, rankLabel, SUIT_SIGNS, splitTold } from './position.js'

const SUIT_ORDER = 'SHDC'

/** "J♠". @param {string} piece */
export const cardInText = (piece) =>
  el(
    'span',
    { class: `word suit-${piece[1]}` },
    rankLabel(piece),
    el('span', { class: 'suit-sign' }, SUIT_SIGNS[piece[1]]),
  )

/** A told move with a figurine: "J♠:g5" for JS:g5. @param {string} told @returns {Child} */
export function figurine(told) {
  const move = splitTold(told)
  if (!move) return told
  const card = move.card.slice(0, -1)
  const sign = el('span', { class: 'suit-sign' }, move.card.at(-1))
  return el(
    'span',
    { class: `cardmate figurine suit-${move.suit}` },
    card,
    sign,
    move.rest,
  )
}

/** Captured cards as small wedges by suit, the highest first. @param {readonly string[]} pieces @returns {Child} */
export function capturedCards(pieces) {
  if (!pieces.length) return null
  const order = (/** @type {string} */ piece) =>
    SUIT_ORDER.indexOf(piece[1]) * RANKS.length - RANKS.indexOf(piece[0])
  const sorted = [...pieces].sort((one, other) => order(one) - order(other))
  return el(
    'span',
    { class: 'cardmate captured', 'aria-hidden': 'true' },
    sorted.map(smallWedge),
  )
}

/** The rank over the suit, readable 18 px wide. @param {string} piece */
function smallWedge(piece) {
  return svg(
    'svg',
    { viewBox: '0 0 100 124', class: `small-card suit-${piece[1]}` },
    svg('path', { class: 'body', d: WEDGE.up, transform: 'scale(1 1.26)' }),
    svg(
      'text',
      { class: 'rank', x: 50, y: 79, 'text-anchor': 'middle' },
      rankLabel(piece),
    ),
    svg('path', {
      class: 'suit',
      d: SUITS[piece[1]],
      transform: 'translate(33 82) scale(0.34)',
    }),
  )
}
