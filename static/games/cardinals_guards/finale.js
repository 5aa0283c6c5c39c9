// Finale of a game: four musketeers ride out of the gates and the coins of defeated guards fly to the score; or the one who
// left too early stumbles out, and the castle turns grey.

import { reducedMotion } from '../../board/contract.js'
import { elementOf } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { guard, musketeer } from './art.js'
import { CENTRE, cornerOf, parsePosition, placesOfRun, ROWS, STEPS, SUITS } from './position.js'

/** @import { Direction, GuardsState, MusketeerRun } from './types.d.ts' */

const RIDE_MS = 1200 // from the stair to beyond the gate
const RIDERS_MS = 260 // from one musketeer to the next
const FLY_MS = 620 // of a coin
const COINS_MS = 50 // from one coin to the next
const STUMBLE_MS = 1500 // of the one who leaves too early
const HOPS = 6 // of a ride
const GATES = /** @type {Direction[]} */ (['n', 'e', 's', 'w'])

/** `area`: the squares; `score`: where coins fly to.
 * @typedef {{area: HTMLElement, score: HTMLElement | null, lastRun: MusketeerRun | null}} Stage */

/** @param {GuardsState} frame @param {Stage} stage @param {AbortSignal} signal ends it at once */
export async function playFinale(frame, stage, signal) {
  const reason = frame.over?.reason ?? ''
  if (reducedMotion() || signal.aborted) return
  const { area } = stage
  /** @type {Animation[]} */
  let acts = []
  if (reason === 'perfect' || reason === 'escaped')
    acts = [...rideOut(area), ...coins(frame, area, stage.score)]
  else if (reason === 'lost_musketeer') acts = stumble(area, stage.lastRun)
  const end = () => {
    for (const act of acts) act.cancel()
  }
  signal.addEventListener('abort', end, { once: true })
  await Promise.allSettled(acts.map((act) => act.finished))
  signal.removeEventListener('abort', end)
  for (const actor of area.querySelectorAll('.actor')) actor.remove()
}

/** @param {HTMLElement} area @param {Content} picture @param {Point} spot in squares */
function actor(area, picture, [x, y]) {
  const node = elementOf(html`<div class="piece actor" aria-hidden="true">${picture}</div>`)
  node.style.transform = translation([x, y])
  area.append(node)
  return node
}

/** @param {Point} spot */
const translation = ([x, y]) => `translate(${x * 100}%, ${y * 100}%)`

/** @param {HTMLElement} area */
function rideOut(area) {
  const [x, y] = cornerOf(CENTRE)
  return SUITS.map((suit, index) => {
    const [dx, dy] = STEPS[GATES[index]]
    const node = actor(area, musketeer(suit), [x, y])
    const steps = Array.from({ length: HOPS * 2 + 1 }, (_, step) => {
      const share = (step / (HOPS * 2)) * 3.6
      const hop = step % 2 ? -0.18 : 0
      const turn = step % 2 ? 5 : -5
      return {
        transform: `${translation([x + dx * share, y + dy * share + hop])} rotate(${turn}deg)`,
        opacity: step > HOPS * 2 - 2 ? 0 : 1,
      }
    })
    return node.animate([{ ...steps[0], opacity: 0 }, ...steps.slice(1)], {
      duration: RIDE_MS,
      delay: index * RIDERS_MS,
      easing: 'ease-in',
      fill: 'both',
    })
  })
}

/** Animates a coin for every defeated guard, from the ring to the score.
 * @param {GuardsState} frame @param {HTMLElement} area @param {HTMLElement | null} score */
function coins(frame, area, score) {
  const { defeated } = parsePosition(frame.view.position)
  const ring = ROWS.flat().filter((place) => place?.length === 3)
  const goal = goalOf(area, score)
  return Array.from({ length: defeated }, (_, index) => {
    const spot = cornerOf(String(ring[index % ring.length]))
    const suit = SUITS[index % SUITS.length]
    const node = actor(area, guard(suit, false), spot)
    const start = translation(spot)
    return node.animate(
      [
        { transform: start, opacity: 0 },
        { transform: `${start} scale(1.3)`, opacity: 1, offset: 0.25 },
        { transform: `${goal} scale(0.5)`, opacity: 0.2 },
      ],
      {
        duration: FLY_MS,
        delay: RIDERS_MS + index * COINS_MS,
        easing: 'ease-in',
        fill: 'both',
      },
    )
  })
}

/** Returns the place of the score from the corner of the board; above the board if it is not in view.
 * @param {HTMLElement} area @param {HTMLElement | null} score */
function goalOf(area, score) {
  const board = area.getBoundingClientRect()
  const box = score?.getBoundingClientRect()
  const cell = board.width / Number(area.style.getPropertyValue('--columns'))
  const [x, y] = box?.width
    ? [box.left + box.width / 2 - board.left, box.top + box.height / 2 - board.top]
    : [board.width / 2, -cell]
  return `translate(${x - cell / 2}px, ${y - cell / 2}px)`
}

/** @param {HTMLElement} area @param {MusketeerRun | null} last */
function stumble(area, last) {
  if (!last) return []
  const places = placesOfRun(last.start, last.direction, last.run)
  const [from, gate] = [places[0], places.at(-1) ?? places[0]].map(cornerOf)
  const [dx, dy] = STEPS[last.direction]
  const out = /** @type {Point} */ ([gate[0] + dx * 0.6, gate[1] + dy * 0.6])
  const node = actor(area, musketeer(last.suit), from)
  return [
    node.animate(
      [
        { transform: translation(from) },
        { transform: translation(gate), offset: 0.45, easing: 'ease-out' },
        {
          transform: `${translation(out)} rotate(${dx < 0 ? -80 : 80}deg)`,
          offset: 0.75,
        },
        {
          transform: `${translation(out)} rotate(${dx < 0 ? -80 : 80}deg)`,
          opacity: 0,
        },
      ],
      { duration: STUMBLE_MS, easing: 'ease-in', fill: 'both' },
    ),
  ]
}
