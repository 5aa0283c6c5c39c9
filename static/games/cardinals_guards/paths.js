// Runs drawn over the castle: an arrow for each possible run, ending in the signs of its effects; picked runs as whole lines;
// and the ghost, a preview of the musketeer's run.

import { reducedMotion } from '../../boards/contract.js'
import { el, svg } from '../../core/dom.js'
import { musketeer } from './art.js'
import {
  cornerOf,
  EFFECT_SIGNS,
  effectsOf,
  isOutside,
  placesOfRun,
  STEPS,
} from './position.js'

/** @import { Consequence, Direction, MusketeerRun, Run, RunChoice, Runs } from './types.d.ts' */

/** @import { Grid } from '../../boards/grid.js' */

const GHOST_MS = 200
const ARROW_GAP = 0.3 // of a square, between the musketeer and the arrow
const TARGET_WIDTH = 0.52 // of a square, the width of an arrow's target
const SIGN_RADIUS = 0.18 // of a square, the radius of a sign

/**
 * {show(choice, picked, tunnel), ghost(direction | null)}
 * @param {Grid} grid
 * @param {(direction: Direction) => void} press called for a press on an arrow
 * @param {(direction: Direction) => Consequence[]} consequences of a run of the choice
 */
export function runPaths(grid, press, consequences) {
  /** @type {RunChoice | null} */
  let choice = null
  const [ghostNode, emerged] = ['ghost', 'emerged'].map((name) =>
    el('div', { class: `piece ${name}`, 'aria-hidden': 'true', hidden: true }),
  )
  grid.area.append(emerged, ghostNode)
  /** Runs a ghost of the musketeer in a direction; null hides it. With reduced motion it appears at the end of the run.
   * @param {Direction | null} direction */
  const ghost = (direction) => {
    for (const running of ghostNode.getAnimations()) running.cancel()
    const run = direction && choice?.runs[direction]
    ghostNode.hidden = !run
    if (!run || !choice) return ghostNode.removeAttribute('data-ghost')
    const places = placesOfRun(choice.start, direction, run)
    const [start, end] = [choice.start, places.at(-1) ?? choice.start]
    ghostNode.dataset.ghost = direction
    ghostNode.replaceChildren(musketeer(choice.suit))
    ghostNode.style.transform = translation(end)
    if (reducedMotion()) return
    ghostNode.animate(
      [start, end].map((place) => ({ transform: translation(place) })),
      { duration: GHOST_MS, easing: 'ease-in-out' },
    )
  }
  grid.overlay.addEventListener('click', (event) => {
    const direction = directionAt(event)
    if (direction) press(direction)
  })
  grid.overlay.addEventListener('pointerover', (event) =>
    ghost(directionAt(event)),
  )
  grid.overlay.addEventListener('pointerleave', () => ghost(null))
  return {
    ghost,
    /**
     * `tunnel`: the picked guard to remove and corner of a run through the tunnel.
     * @param {RunChoice | null} next
     * @param {MusketeerRun[]} picked
     * @param {{removed?: string, corner?: string}} tunnel
     */
    show(next, picked, { removed, corner }) {
      if (next?.suit !== choice?.suit || next?.start !== choice?.start)
        ghost(null)
      choice = next
      grid.overlay.replaceChildren(
        ...picked.map(pickedLine),
        ...(removed ? [removalCross(removed)] : []),
        ...arrows(next, consequences),
      )
      emerged.hidden = !corner
      if (!corner) return
      emerged.replaceChildren(musketeer(picked[0].suit))
      emerged.style.transform = translation(corner)
    },
  }
}

/** Returns the direction of the arrow of an event. @param {Event} event */
function directionAt(event) {
  const target = /** @type {Element} */ (event.target)
  const arrow = /** @type {SVGElement | null} */ (target.closest('[data-also]'))
  return /** @type {Direction | null} */ (arrow?.dataset.also ?? null)
}

/** @param {RunChoice | null} choice @param {(direction: Direction) => Consequence[]} consequences */
function arrows(choice, consequences) {
  if (!choice) return []
  const runs = /** @type {[Direction, Run][]} */ (Object.entries(choice.runs))
  return runs.map(([direction, run]) =>
    arrow(choice.start, direction, run, consequences(direction)),
  )
}

/** @param {string} place */
const translation = (place) => {
  const [x, y] = cornerOf(place)
  return `translate(${x * 100}%,${y * 100}%)`
}

/** Returns a musketeer's place in a square: off the number, so that no line or sign covers it.
 * @param {string} place @returns {Point} */
const footOf = (place) => {
  const [x, y] = cornerOf(place)
  const side = isOutside(place) ? place[2] : ''
  return [
    x + ('ew'.includes(side || '-') ? 0.5 : 0.71),
    y + ('ns'.includes(side || '-') ? 0.5 : 0.66),
  ]
}

/** @param {Point} point @param {Point} step @param {number} distance @returns {Point} */
const along = ([x, y], [dx, dy], distance) => [
  x + dx * distance,
  y + dy * distance,
]

/** @param {Point} from @param {Point} to */
const line = (from, to) => `M${from.join(' ')}L${to.join(' ')}`

/** Draws a picked run as a dashed line; the sign of danger stays while the move waits for confirmation.
 * @param {MusketeerRun} picked */
function pickedLine({ start, direction, run }) {
  const end = footOf(placesOfRun(start, direction, run).at(-1) ?? start)
  return svg(
    'g',
    {},
    svg('path', { class: 'chosen', d: line(footOf(start), end) }),
    run.loses ? badge('loses', EFFECT_SIGNS.loses, end) : null,
  )
}

/** Draws a cross over the guard to remove. @param {string} place */
function removalCross(place) {
  const [x, y] = footOf(place)
  const far = 0.24
  return svg('path', {
    class: 'crossed',
    d: `M${x - far} ${y - far}l${2 * far} ${2 * far}m${-2 * far} 0l${2 * far} ${-2 * far}`,
  })
}

/**
 * Draws an arrow with a broad tap target, ending in its signs.
 * @param {string} start
 * @param {Direction} direction
 * @param {Run} run
 * @param {Consequence[]} consequences
 */
function arrow(start, direction, run, consequences) {
  const places = placesOfRun(start, direction, run)
  const goal = footOf(places.at(-1) ?? start)
  const stays = places.length === 1
  const step = STEPS[direction]
  const signs = consequences.filter(([, sign]) => sign)
  const spots = signs.length
    ? badgeSpots(signs.length, goal, step, stays)
    : [goal]
  const from = along(footOf(start), step, ARROW_GAP)
  const to = along(spots[0], step, signs.length ? -SIGN_RADIUS - 0.04 : 0)
  const body = stays ? '' : line(from, to) + arrowHead(to, step)
  return svg(
    'g',
    {
      class: 'arrow',
      'data-also': direction,
      'data-effects': effectsOf(run).join(' '),
      'data-stop': run.stop,
    },
    tapTarget(from, along(goal, step, stays ? 0.5 : -0.55)),
    svg('path', { class: 'halo', d: body }),
    svg('path', { class: 'shaft', d: body }),
    signs.map(([kind, sign], index) => badge(kind, sign, spots[index])),
  )
}

/** Draws the tap target of a direction. @param {Point} from @param {Point} to */
function tapTarget(from, to) {
  const [x, y] = [0, 1].map(
    (axis) =>
      Math.min(from[axis], to[axis]) -
      (from[axis] === to[axis] ? TARGET_WIDTH / 2 : 0),
  )
  const [width, height] = [0, 1].map(
    (axis) => Math.abs(from[axis] - to[axis]) || TARGET_WIDTH,
  )
  return svg('rect', { class: 'reach', x, y, width, height })
}

/**
 * Returns the places of the signs in the order in which the arrow meets them. The signs of a run that cannot leave its corner
 * are on the edge, one behind the other.
 * @param {number} count
 * @param {Point} goal
 * @param {Point} step
 * @param {boolean} stays
 */
function badgeSpots(count, goal, step, stays) {
  /** @type {Point[]} */
  const spots = Array.from({ length: count }, (_, index) =>
    stays
      ? along(goal, step, 0.36 + index * 2 * SIGN_RADIUS)
      : [goal[0] - index * 2 * SIGN_RADIUS, goal[1]],
  )
  return step[0] > 0 && !stays ? spots.reverse() : spots
}

/** @param {Point} tip @param {Point} step */
const arrowHead = ([x, y], [dx, dy]) =>
  [1, -1]
    .map((side) =>
      line(
        [x, y],
        [x - 0.14 * dx + 0.13 * side * dy, y - 0.14 * dy + 0.13 * side * dx],
      ),
    )
    .join('')

/** @param {string} kind @param {string} sign @param {Point} centre */
const badge = (kind, sign, [cx, cy]) =>
  svg(
    'g',
    { class: `badge badge-${kind}` },
    svg('circle', { cx, cy, r: SIGN_RADIUS }),
    svg('text', { x: cx, y: cy + 0.1 }, sign),
  )
