// Finding cards on piles: while the key of a rank or suit is down, such cards are marked and their places named; while
// a card is held, its equals and the next ones.

import { set } from '../core/dom.js'
import { called } from './cards/cards.js'
import { list } from './contract.js'

const KEY = /^[a2-90jqkcdhs]$/
const HOLD = 450 // ms that a card is pressed until it is looked for
const SLACK = 6 // px that a finger may move meanwhile

/** The rank or suit that a key stands for; null when it is none. 0 is the 10. @param {string} key */
export function rankOrSuit(key) {
  if (!KEY.test(key)) return null
  return key === '0' ? 'X' : key.toUpperCase()
}

/** @typedef {{grid: HTMLElement, cards: import('./card-layer.js').CardLayer, piles(): Map<string, string[]>,
 *   name(place: string): string, t: Translate}} FindableBoard */

/** Marks cards and returns where they lie as a sentence; with null it takes the marks away. `kind`: of a card, as what
 * it is marked, null: not at all.
 * @param {((card: string) => string | null) | null} kind @param {FindableBoard} board */
export function findCards(kind, { grid, cards, piles, name, t }) {
  const found = []
  for (const [place, pile] of piles()) {
    for (const [index, card] of pile.entries()) {
      const hit = kind?.(card) ?? null
      set(cards.node(card), { 'data-found': hit })
      const count = pile.length - 1 - index
      const key = count ? 'board.found' : 'board.found.top'
      if (hit !== null)
        found.push(t(key, { card: called(card, t), place: name(place), count }))
    }
  }
  set(grid, { 'data-finding': kind !== null })
  return found.length ? `${list(found)}.` : ''
}

/** Calls `find(card)` when a card has been pressed for a while, and `end` when it is let go or moved; the click that
 * follows is not meant. @param {HTMLElement} grid @param {{find(card: string): unknown, end(): unknown}} on */
export function findByHolding(grid, on) {
  let found = false
  const drop = (/** @type {() => void} */ stop) => {
    stop()
    if (found) on.end()
  }
  grid.addEventListener('pointerdown', (event) => {
    found = false
    const under = event.target instanceof Element ? event.target : null
    const card = under?.closest('.card-piece')?.getAttribute('data-piece')
    if (!card || event.button !== 0) return
    const { clientX: x, clientY: y } = event
    const listening = new AbortController()
    const timer = setTimeout(() => {
      found = true
      on.find(card)
    }, HOLD)
    const stop = () => {
      clearTimeout(timer)
      listening.abort()
    }
    const move = (/** @type {PointerEvent} */ moved) => {
      if (Math.hypot(moved.clientX - x, moved.clientY - y) < SLACK) return
      drop(stop)
      found = false
    }
    const { signal } = listening
    window.addEventListener('pointermove', move, { signal })
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, () => drop(stop), { signal })
  })
  const swallow = (/** @type {Event} */ event) => {
    if (!found) return
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') found = false
  }
  for (const type of ['click', 'contextmenu'])
    grid.addEventListener(type, swallow, true)
}
