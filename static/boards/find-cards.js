// Finding cards on piles: the key of a rank or suit, while it is down, marks such cards and names their places.

import { set } from '../core/dom.js'
import { called } from './cards/cards.js'
import { list } from './contract.js'

const KEY = /^[a2-90jqkcdhs]$/

/** The rank or suit that a key stands for; null when it is none. 0 is the 10. @param {string} key */
export function rankOrSuit(key) {
  if (!KEY.test(key)) return null
  return key === '0' ? 'X' : key.toUpperCase()
}

/** Marks the cards of a rank or suit and returns where they lie as a sentence; with null it takes the marks away.
 * @param {string | null} wanted
 * @param {{grid: Element, cards: import('./card-layer.js').CardLayer, piles: Map<string, string[]>,
 *   name(place: string): string, t: Translate}} board */
export function findCards(wanted, { grid, cards, piles, name, t }) {
  const found = []
  for (const [place, pile] of piles) {
    for (const [index, card] of pile.entries()) {
      const hit = wanted !== null && card.includes(wanted)
      set(cards.node(card), { 'data-found': hit })
      const count = pile.length - 1 - index
      const key = count ? 'board.found' : 'board.found.top'
      if (hit)
        found.push(t(key, { card: called(card, t), place: name(place), count }))
    }
  }
  set(grid, { 'data-finding': wanted })
  return found.length ? `${list(found)}.` : ''
}
