// Cards in text with coloured suits: in sentences, buttons, the move list, and the players' bars.

import { el } from '../../core/dom.js'
import {
  cardLabel,
  RANKS,
  rankLabel,
  SUIT_SIGNS,
  splitTold,
} from './position.js'

const MAX_SHOWN = 5 // captured cards on a player's bar

/** Creates "J♠". @param {string} piece */
export const cardInText = (piece) =>
  el(
    'span',
    { class: `word suit-${piece[1]}` },
    rankLabel(piece),
    el('span', { class: 'suit-sign' }, SUIT_SIGNS[piece[1]]),
  )

/** Creates a told move with a figurine: "J♠:g5" for JS:g5. @param {string} told @returns {Child} */
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

/**
 * Lists the highest captured cards, after the difference to the opponent's number of captures.
 * @param {readonly string[]} pieces
 * @param {number} balance
 * @param {Translate} t
 * @returns {Child}
 */
export function capturedCards(pieces, balance, t) {
  if (!pieces.length) return null
  const rank = (/** @type {string} */ piece) => RANKS.indexOf(piece[0])
  const highest = [...pieces]
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, MAX_SHOWN)
  const sentence = t('cardmate.captured', {
    count: pieces.length,
    what: pieces.map(cardLabel).join(' '),
  })
  return el(
    'span',
    {
      class: 'cardmate captured',
      role: 'img',
      title: sentence,
    },
    balance > 0 ? el('b', { class: 'balance' }, `+${balance}`) : null,
    highest.map(cardInText),
  )
}
