// The places of the table as moves and marks name them, and what is counted there.

/** @import { Hideable } from './types.d.ts' */

export const HORSEMEN = ['h1', 'h2', 'h3', 'h4']
export const STACKS = ['s1', 's2', 's3', 's4', 's5', 's6']
export const LOW_DECK = 3 // cards in the deck from which on the table warns

/** How many cards; the memory variant shows only that. @param {Hideable} cards */
export const countOf = (cards) => (Array.isArray(cards) ? cards.length : cards)

/** What a card counts, 1 to 13. @param {string} card */
export const cardValue = (card) => 'A23456789XJQK'.indexOf(card[0]) + 1
