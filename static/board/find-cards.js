// Finding cards on piles: holding the key of a rank or suit marks those cards and names their places; holding a card
// does so for its equals and the cards one rank higher.

import { called } from './cards/cards.js'
import { list } from './contract.js'

const FIND_KEY = /^[a2-90jqkcdhs]$/
const HOLD_MS = 450 // of a press, after which its card is looked for
const SLACK_PX = 6 // that a finger may move during it

/** Returns the rank or suit of a key, 0 for the 10; null: it has none. @param {string} key */
export function rankOrSuit(key) {
  if (!FIND_KEY.test(key)) return null
  return key === '0' ? 'X' : key.toUpperCase()
}

/** Marks cards and returns a sentence with their places. `kind` returns the mark of a card, null for none; without a
 * function the marks are removed. `name` returns the name of a place.
 * @param {((card: string) => string | null) | null} kind @param {import('./card-layer.js').CardLayer} layer
 * @param {ReadonlyMap<string, string[]>} piles @param {(place: string) => string} name @param {Translate} t */
export function findCards(kind, layer, piles, name, t) {
  const found = []
  for (const [place, pile] of piles) {
    for (const [index, card] of pile.entries()) {
      const hit = kind?.(card) ?? null
      const node = layer.node(card)
      if (hit === null) delete node.dataset.found
      else node.dataset.found = hit
      const count = pile.length - 1 - index
      const key = count ? 'board.found' : 'board.found.top'
      if (hit !== null) found.push(t(key, { card: called(card, t), place: name(place), count }))
    }
  }
  return found.length ? `${list(found)}.` : ''
}

/** Calls `find(card)` after a long press on a card and `end` when it is released or moved; the click that follows is
 * ignored. @param {HTMLElement} grid @param {{find(card: string): unknown, end(): unknown}} on */
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
    }, HOLD_MS)
    const stop = () => {
      clearTimeout(timer)
      listening.abort()
    }
    const move = (/** @type {PointerEvent} */ moved) => {
      if (Math.hypot(moved.clientX - x, moved.clientY - y) < SLACK_PX) return
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
  for (const type of ['click', 'contextmenu']) grid.addEventListener(type, swallow, true)
}
