// Finding one's way over piles of cards: the next pile in a direction, and where the cards of a rank or suit lie.

import { called } from './cards/cards.js'
import { set } from '../core/dom.js'
import { list } from './contract.js'

export const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ASIDE = 4 // how much more a px across the direction counts than one along it
const LAST = 10000 // px; what is not of the wanted kind comes after everything else

/** The nearest pile in a direction, or null. piles: [[place, element], ...]; going sideways the fanned ones come first,
 * going up or down only those of the same kind count. */
export function nearest(piles, from, [dx, dy], fanned) {
  const here = middle(piles.find(([place]) => place === from)[1])
  const found = { place: null, cost: Infinity }
  for (const [place, element] of piles) {
    const [x, y] = middle(element).map((value, axis) =>
      Math.round(value - here[axis]),
    )
    if (dx ? Math.sign(x) !== dx : Math.sign(y) !== dy) continue
    const wanted = fanned(place) === (dx ? true : fanned(from))
    if (!dx && !wanted) continue
    const cost = dx
      ? Math.abs(x) + ASIDE * Math.abs(y)
      : Math.abs(y) + ASIDE * Math.abs(x)
    if (cost + (wanted ? 0 : LAST) < found.cost)
      Object.assign(found, { place, cost: cost + (wanted ? 0 : LAST) })
  }
  return found.place
}

const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

const KEY = /^[a2-90jqkcdhs]$/

/** The rank or suit that a key stands for; null when it is none. 0 is the 10. */
export const sought = (key) =>
  !KEY.test(key) ? null : key === '0' ? 'X' : key.toUpperCase()

/** Marks the cards of a rank or suit in `piles` (Map place -> cards) and answers where they lie as a sentence; with
 * null it takes the marks away. name(place): how a place is called. */
export function seek(wanted, { grid, deck, piles, name, t }) {
  const names = []
  for (const [place, cards] of piles) {
    cards.forEach((card, index) => {
      const hit = wanted !== null && card.includes(wanted)
      set(deck.node(card), { 'data-found': hit })
      if (hit)
        names.push(
          where(called(card, t), name(place), cards.length - 1 - index, t),
        )
    })
  }
  set(grid, { 'data-finding': wanted })
  return names.length ? `${list(names)}.` : ''
}

const where = (card, place, count, t) =>
  count
    ? t('board.found', { card, place, count })
    : t('board.found.top', { card, place })
