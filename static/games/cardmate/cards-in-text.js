// Cards in text with coloured suits: in sentences, buttons, the move list, and the players' bars.

import { html } from '../../vendor/preact.js'
import { cardLabel, RANKS, rankLabel, SUIT_SIGNS, splitTold } from './position.js'

const MAX_SHOWN = 5 // captured cards on a player's bar

/** Shows "J♠". @param {string} piece */
export const cardInText = (piece) => html`
  <span class=${`word suit-${piece[1]}`}>${rankLabel(piece)}<span class="suit-sign">${SUIT_SIGNS[piece[1]]}</span></span>`

/** Shows a told move with a figurine, "J♠:g5" for JS:g5; null: it is none. @param {string} told */
export function figurine(told) {
  const move = splitTold(told)
  if (!move) return null
  const [rank, sign] = [move.card.slice(0, -1), move.card.at(-1)]
  return html`
    <span class=${`cardmate figurine suit-${move.suit}`}>${rank}<span class="suit-sign">${sign}</span>${move.rest}</span>`
}

/**
 * Lists the highest captured cards, after the difference to the opponent's number of captures.
 * @param {readonly string[]} pieces at least one
 * @param {number} balance
 * @param {Translate} t
 */
export function capturedCards(pieces, balance, t) {
  const rank = (/** @type {string} */ piece) => RANKS.indexOf(piece[0])
  const highest = [...pieces].sort((one, other) => rank(other) - rank(one)).slice(0, MAX_SHOWN)
  const sentence = t('cardmate.captured', {
    count: pieces.length,
    what: pieces.map(cardLabel).join(' '),
  })
  return html`
    <span class="cardmate captured" role="img" title=${sentence}>
      ${balance > 0 && html`<b class="balance">${`+${balance}`}</b>`}
      ${highest.map(cardInText)}
    </span>`
}
