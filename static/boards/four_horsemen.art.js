// The faces of cards and horsemen. Suits are told apart by shape first, then by colour.

import { el, svg } from '../dom.js'

const SUITS = {
  S: 'M50 6C60 26 88 40 88 62a20 20 0 0 1-34 13c1 8 4 13 9 19H37c5-6 8-11 9-19A20 20 0 0 1 12 62C12 40 40 26 50 6z',
  H: 'M50 92C38 76 8 58 8 33A22 22 0 0 1 50 24 22 22 0 0 1 92 33C92 58 62 76 50 92z',
  D: 'M50 4 84 50 50 96 16 50z',
  C: 'M50 6a21 21 0 0 1 17 33 21 21 0 1 1-13 34c1 9 4 14 9 21H37c5-7 8-12 9-21A21 21 0 1 1 33 39 21 21 0 0 1 50 6z',
}
const HORSE = 'M20 61c1-9 5-14 8-20 2-5 1-10 4-14l5 4 1-9 7 7c13 2 22 12 24 27 1 9-1 16-1 25H34c0-9 6-13 11-18-5 2-9 3-12 8-2 3-6 3-9 1-3-3-5-7-4-11z'

const picture = (name, ...parts) =>
  svg('svg', { viewBox: '0 0 100 100', class: name, 'aria-hidden': 'true', focusable: 'false' }, ...parts)

/** The sign of a suit: C, D, H or S. */
export const suit = (letter) => picture('suit', svg('path', { d: SUITS[letter] }))

export const horse = () => picture('horse', svg('path', { d: HORSE }), svg('circle', { cx: 41, cy: 42, r: 2.6, class: 'eye' }))

/** The rank as it is printed: `10` for X. */
export const rank = (card) => (card[0] === 'X' ? '10' : card[0])

/** What a card counts, 1 to 13. */
export const number = (card) => 'A23456789XJQK'.indexOf(card[0]) + 1

/** Rank and suit, and for a letter the number that it stands for. */
export function face(card) {
  const counts = 'AJQK'.includes(card[0]) ? el('span', { class: 'counts' }, `=${number(card)}`) : null
  return el('span', { class: 'face', 'data-suit': card[1] }, el('b', {}, rank(card)), suit(card[1]), counts)
}

/** A card in a line of text. */
export const small = (card) => el('span', { class: 'small-card', 'data-suit': card[1] }, el('b', {}, rank(card)), suit(card[1]))
