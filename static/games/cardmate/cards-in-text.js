// Cards in lines of text, their suits in their colours: in sentences and buttons, in the move list, on the players' bars.

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
  const rank = (/** @type {string} */ piece) => RANKS.indexOf(piece[0])
  const suits = [...SUIT_ORDER].map((suit) =>
    pieces
      .filter((piece) => piece[1] === suit)
      .sort((one, other) => rank(other) - rank(one)),
  )
  return el(
    'span',
    { class: 'cardmate captured', 'aria-hidden': 'true' },
    suits
      .filter((cards) => cards.length)
      .map((cards) =>
        el(
          'span',
          { class: `suit-group suit-${cards[0][1]}` },
          el('span', { class: 'suit-sign' }, SUIT_SIGNS[cards[0][1]]),
          cards.map(smallWedge),
        ),
      ),
  )
}

/** The rank alone, at the left, where it stays in view when the next one lies over it: the suit stands once before its
 * cards. @param {string} piece */
const smallWedge = (piece) =>
  el(
    'span',
    { class: 'small-card', 'data-ten': piece[0] === 'X' },
    svg(
      'svg',
      { viewBox: '0 0 100 130' },
      svg('path', { class: 'body', d: WEDGE.up, transform: 'scale(1 1.3)' }),
      svg('text', { class: 'rank', x: 16, y: 108 }, rankLabel(piece)),
    ),
  )
