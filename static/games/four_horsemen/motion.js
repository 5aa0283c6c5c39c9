// Animations of the table: drawn and played cards, a defeated horseman, and the finale. Each can be cut short, and none runs
// with reduced motion.

import { reducedMotion } from '../../boards/contract.js'
import { all } from '../../core/dom.js'
import { horse } from './art.js'

/** @import { HorsemenState, HorsemenView, Table } from './types.d.ts' */

const GLIDE_MS = 180 // at most 200
const FALL_MS = 200
const LAST_FALL_MS = 700 // of each of the four at the win
const INTERVAL_MS = 260 // between two of them
const CHARGE_MS = 500 // of a horseman who has won
const EASE = 'cubic-bezier(0.3, 0.7, 0.4, 1)'

/** Notes where things are before a new state; returns the function that animates them after it.
 * @param {Table} table @param {HorsemenView} before */
export function motionFrom({ horsemen, hand, piles }, before) {
  const riders = horsemen.map((node) => picture(node))
  const box = (/** @type {Element} */ node) => node.getBoundingClientRect()
  const [deck, reserve, held] = [piles.deck, piles.reserve, hand.cards].map(box)
  return (/** @type {Table} */ table, /** @type {HorsemenView} */ after) => {
    if (reducedMotion()) return
    for (const card of after.hand.filter((one) => !before.hand.includes(one)))
      glide(
        table.hand.cards.querySelector(`[data-card="${card}"]`),
        card === before.reserve ? reserve : deck,
      )
    const tops = before.stacks.map(({ top }) => top)
    after.stacks.forEach(({ top }, index) => {
      if (!tops.includes(top)) glide(table.stacks[index], held)
    })
    if (after.reserve && after.reserve !== before.reserve)
      glide(table.piles.reserve, deck)
    before.horsemen.forEach((one, index) => {
      if (one && !after.horsemen[index])
        fall(table.horsemen[index], riders[index], FALL_MS)
    })
  }
}

/** Copies the picture of a place. @param {HTMLElement} node */
const picture = (node) =>
  /** @type {HTMLElement | undefined} */ (
    node.firstElementChild?.cloneNode(true)
  )

/** Animates a node from where `from` was. @param {Element | null} node @param {DOMRect} from */
function glide(node, from) {
  if (!node) return
  const to = node.getBoundingClientRect()
  const [x, y] = [from.left - to.left, from.top - to.top]
  node.animate(
    [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }],
    { duration: GLIDE_MS, easing: EASE },
  )
}

/** Animates a defeated horseman, who tips over and disappears. @param {HTMLElement} place @param {HTMLElement | undefined} ghost
 * @param {number} duration @param {number} [delay] */
function fall(place, ghost, duration, delay = 0) {
  if (!ghost) return null
  ghost.classList.add('ghost')
  ghost.setAttribute('aria-hidden', 'true')
  place.append(ghost)
  const falling = ghost.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: 'rotate(-18deg) translate(-4%, -6%)', offset: 0.25 },
      { transform: 'rotate(96deg) translate(40%, 30%)', opacity: 0 },
    ],
    { duration, delay, easing: 'ease-in', fill: 'both' },
  )
  falling.finished.catch(() => {}).finally(() => ghost.remove())
  return falling
}

/**
 * Plays the finale. Won: the four fall again one after the other, and the table lights up. Lost: the remaining ones ride
 * forward. Resolves at the end, or when `signal` aborts.
 * @param {Table} table @param {HorsemenState} frame @param {AbortSignal} signal
 */
export async function finale(table, { over, view }, signal) {
  if (reducedMotion() || signal.aborted || !over) return
  const won = over.reason === 'defeated'
  table.element.dataset.finale = won ? 'won' : 'lost'
  const moving = won ? allFall(table) : charge(table, view)
  const stop = () => {
    for (const one of moving) one.cancel()
  }
  signal.addEventListener('abort', stop)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  signal.removeEventListener('abort', stop)
  delete table.element.dataset.finale
}

/** @param {Table} table */
function allFall({ horsemen }) {
  return horsemen.flatMap((node, index) => {
    const ghost = document.createElement('span')
    ghost.className = 'content last'
    ghost.append(horse())
    return fall(node, ghost, LAST_FALL_MS, index * INTERVAL_MS) ?? []
  })
}

/** @param {Table} table @param {HorsemenView} view */
function charge({ horsemen, stacks, hand }, { horsemen: riders }) {
  const left = horsemen.filter((_, index) => riders[index])
  const scattered = [...stacks, ...all(hand.cards, '.card-place')]
  const ahead = left.map((node, index) =>
    node.animate(
      [
        { transform: 'none' },
        { transform: 'translateY(38%) scale(1.12)', offset: 0.6 },
        { transform: 'none' },
      ],
      { duration: CHARGE_MS, delay: index * 90, easing: 'ease-in-out' },
    ),
  )
  const trembling = scattered.map((node, index) =>
    node.animate(
      [0, -4, 4, -2, 0].map((turn) => ({ transform: `rotate(${turn}deg)` })),
      { duration: 260, delay: 200 + index * 25 },
    ),
  )
  return [...ahead, ...trembling]
}
