// Animations of the table: drawn and played cards, a defeated horseman, and the finale. Each can be cut short, and none runs
// with reduced motion.

import { reducedMotion } from '../../board/contract.js'
import { all } from '../../core/dom.js'
import { elementOf } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { horse } from './art.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { HorsemenState, HorsemenView } from './types.d.ts' */

const GLIDE_MS = 180 // at most 200
const FALL_MS = 200
const LAST_FALL_MS = 700 // of each of the four at the win
const INTERVAL_MS = 260 // between two of them
const CHARGE_MS = 500 // of a horseman who has won
const EASE = 'cubic-bezier(0.3, 0.7, 0.4, 1)'

/** Notes where things are before a new state; returns the function that animates them after it.
 * @param {HTMLElement} area @param {HorsemenView} before */
export function motionFrom(area, before) {
  const horsemen = all(area, '.horseman')
  const riders = horsemen.map((node) => node.firstElementChild?.cloneNode(true))
  const boxes = new Map(
    ['deck', 'reserve', 'held'].map((name) => [
      name,
      area.querySelector(`.${name}`)?.getBoundingClientRect(),
    ]),
  )
  /** Animates a node from where another one was. @param {Element | null} node @param {'deck' | 'reserve' | 'held'} from */
  const glide = (node, from) => {
    const [start, end] = [boxes.get(from), node?.getBoundingClientRect()]
    if (!start || !end) return
    const offset = `translate(${start.left - end.left}px, ${start.top - end.top}px)`
    node?.animate([{ transform: offset }, { transform: 'none' }], {
      duration: GLIDE_MS,
      easing: EASE,
    })
  }
  return (/** @type {HorsemenView} */ after) => {
    if (reducedMotion()) return
    for (const card of after.hand.filter((one) => !before.hand.includes(one)))
      glide(
        area.querySelector(`[data-card="${card}"]`),
        card === before.reserve ? 'reserve' : 'deck',
      )
    const tops = before.stacks.map(({ top }) => top)
    for (const { top } of after.stacks)
      if (!tops.includes(top)) glide(area.querySelector(`.stack[data-piece="${top}"]`), 'held')
    if (after.reserve && after.reserve !== before.reserve)
      glide(area.querySelector('.reserve'), 'deck')
    for (const [index, node] of horsemen.entries()) {
      const rider = riders[index]
      if (before.horsemen[index] && !after.horsemen[index] && rider instanceof HTMLElement)
        fall(node, rider, FALL_MS)
    }
  }
}

/** Animates a defeated horseman, who tips over and disappears. @param {HTMLElement} place @param {HTMLElement} ghost
 * @param {number} duration @param {number} [delay] */
function fall(place, ghost, duration, delay = 0) {
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
 * @param {HorsemenTable} table @param {HorsemenState} frame @param {AbortSignal} signal
 */
export async function playFinale(table, { over, view }, signal) {
  const { area } = table.drawn ?? {}
  if (reducedMotion() || signal.aborted || !over || !area) return
  const won = over.reason === 'defeated'
  table.finale.value = won ? 'won' : 'lost'
  const moving = won ? allFall(area) : charge(area, view)
  const stop = () => {
    for (const one of moving) one.cancel()
  }
  signal.addEventListener('abort', stop)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  signal.removeEventListener('abort', stop)
  table.finale.value = null
}

/** @param {HTMLElement} area */
const allFall = (area) =>
  all(area, '.horseman').map((node, index) => {
    const ghost = elementOf(html`<span class="content last">${horse()}</span>`)
    return fall(node, ghost, LAST_FALL_MS, index * INTERVAL_MS)
  })

/** @param {HTMLElement} area @param {HorsemenView} view */
function charge(area, { horsemen: riders }) {
  const left = all(area, '.horseman').filter((_, index) => riders[index])
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
  const trembling = all(area, '.stack, .card-place').map((node, index) =>
    node.animate(
      [0, -4, 4, -2, 0].map((turn) => ({ transform: `rotate(${turn}deg)` })),
      { duration: 260, delay: 200 + index * 25 },
    ),
  )
  return [...ahead, ...trembling]
}
