// Names of the places of the table in moves and marks, and card values.

/** @import { Hideable } from './types.d.ts' */

export const HORSEMEN = ['h1', 'h2', 'h3', 'h4']
export const STACKS = ['s1', 's2', 's3', 's4', 's5', 's6']
export const LOW_DECK = 3 // cards in the deck from which on the table warns

/** Returns the number of cards, the only thing that the memory variant shows. @param {Hideable} cards */
export const countOf = (cards) => (Array.isArray(cards) ? cards.length : cards)

/** Returns the value of a card, 1 to 13. @param {string} card */
export const cardValue = (card) => 'A23456789XJQK'.indexOf(card[0]) + 1
