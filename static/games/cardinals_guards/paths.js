// Runs drawn over the castle: an arrow for each possible run, ending in the signs of its effects; picked runs as whole lines;
// and the ghost, a preview of the musketeer's run.

import { reducedMotion } from '../../board/contract.js'
import { html, useLayoutEffect, useRef } from '../../vendor/preact.js'
import { musketeer } from './art.js'
import { cornerOf, EFFECT_SIGNS, effectsOf, isOutside, placesOfRun, STEPS } from './position.js'

/** @import { CastleModel } from './model.js' */
/** @import { Consequence, Direction, MusketeerRun, Run } from './types.d.ts' */

const GHOST_MS = 200
const ARROW_GAP = 0.3 // of a square, between the musketeer and the arrow
const TARGET_WIDTH = 0.52 // of a square, the width of an arrow's target
const SIGN_RADIUS = 0.18 // of a square, the radius of a sign

/** The runs in the overlay. A press on an arrow runs that way. @param {{ castle: CastleModel }} props */
export function RunPaths({ castle }) {
  const { choice, hinted, picked } = castle
  const { removed } = castle.tunnel
  const runs = /** @type {[Direction, Run][]} */ (Object.entries(choice?.runs ?? {}))
  return html`
    ${hinted.map(runLine)}
    ${picked.map(runLine)}
    ${removed && removalCross(removed)}
    ${choice && runs.map(([direction, run]) => arrow(castle, choice.start, direction, run))}`
}

/** The musketeer at the corner where the tunnel ends, and the ghost that shows a run before it is picked.
 * @param {{ castle: CastleModel }} props */
export function Ghosts({ castle }) {
  const { corner } = castle.tunnel
  const [first] = castle.picked
  return html`
    <div
      class="piece emerged"
      aria-hidden="true"
      hidden=${!corner}
      style=${{ transform: corner && translation(corner) }}
    >${corner && first && musketeer(first.suit)}</div>
    <${Ghost} castle=${castle} />`
}

/** Runs a ghost of the musketeer in the pointed direction. With reduced motion it appears at the end of the run.
 * @param {{ castle: CastleModel }} props */
function Ghost({ castle }) {
  const { choice } = castle
  const direction = castle.ghost.value
  const run = direction && choice?.runs[direction]
  const node = useRef(/** @type {HTMLElement | null} */ (null))
  const places = run && choice ? placesOfRun(choice.start, direction, run) : []
  const [start, end] = [places[0], places.at(-1)].map((place) => place && translation(place))
  useLayoutEffect(() => {
    for (const running of node.current?.getAnimations() ?? []) running.cancel()
    if (!start || !end || reducedMotion()) return
    node.current?.animate([{ transform: start }, { transform: end }], {
      duration: GHOST_MS,
      easing: 'ease-in-out',
    })
  }, [start, end])
  return html`
    <div
      ref=${node}
      class="piece ghost"
      aria-hidden="true"
      hidden=${!end}
      data-ghost=${end ? direction : undefined}
      style=${{ transform: end }}
    >${end && choice && musketeer(choice.suit)}</div>`
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
const along = ([x, y], [dx, dy], distance) => [x + dx * distance, y + dy * distance]

/** @param {Point} from @param {Point} to */
const line = (from, to) => `M${from.join(' ')}L${to.join(' ')}`

/** Draws a picked or hinted run as a dashed line; the sign of danger stays while the move waits for confirmation.
 * @param {MusketeerRun} picked */
function runLine({ start, direction, run }) {
  const end = footOf(placesOfRun(start, direction, run).at(-1) ?? start)
  return html`
    <g>
      <path class="chosen" d=${line(footOf(start), end)} />
      ${run.loses && badge('loses', EFFECT_SIGNS.loses, end)}
    </g>`
}

/** Draws a cross over the guard to remove. @param {string} place */
function removalCross(place) {
  const [x, y] = footOf(place)
  const far = 0.24
  const d = `M${x - far} ${y - far}l${2 * far} ${2 * far}m${-2 * far} 0l${2 * far} ${-2 * far}`
  return html`<path class="crossed" d=${d} />`
}

/**
 * Draws an arrow with a broad tap target, ending in its signs.
 * @param {CastleModel} castle
 * @param {string} start
 * @param {Direction} direction
 * @param {Run} run
 */
function arrow(castle, start, direction, run) {
  const places = placesOfRun(start, direction, run)
  const goal = footOf(places.at(-1) ?? start)
  const stays = places.length === 1
  const step = STEPS[direction]
  const signs = castle.consequences(direction).filter(([, sign]) => sign)
  const spots = signs.length ? badgeSpots(signs.length, goal, step, stays) : [goal]
  const from = along(footOf(start), step, ARROW_GAP)
  const to = along(spots[0], step, signs.length ? -SIGN_RADIUS - 0.04 : 0)
  const body = stays ? '' : line(from, to) + arrowHead(to, step)
  return html`
    <g
      key=${direction}
      class="arrow"
      data-also=${direction}
      data-effects=${effectsOf(run).join(' ')}
      data-stop=${run.stop}
      onClick=${() => castle.point(direction)}
      onPointerOver=${() => castle.preview(direction)}
      onPointerLeave=${() => castle.preview(null)}
    >
      ${tapTarget(from, along(goal, step, stays ? 0.5 : -0.55))}
      <path class="halo" d=${body} />
      <path class="shaft" d=${body} />
      ${signs.map(([kind, sign], index) => badge(kind, sign, spots[index]))}
    </g>`
}

/** Draws the tap target of a direction. @param {Point} from @param {Point} to */
function tapTarget(from, to) {
  const [x, y] = [0, 1].map(
    (axis) => Math.min(from[axis], to[axis]) - (from[axis] === to[axis] ? TARGET_WIDTH / 2 : 0),
  )
  const [width, height] = [0, 1].map((axis) => Math.abs(from[axis] - to[axis]) || TARGET_WIDTH)
  return html`<rect class="reach" x=${x} y=${y} width=${width} height=${height} />`
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
      line([x, y], [x - 0.14 * dx + 0.13 * side * dy, y - 0.14 * dy + 0.13 * side * dx]),
    )
    .join('')

/** @param {Consequence[0]} kind @param {string} sign @param {Point} centre */
const badge = (kind, sign, [cx, cy]) => html`
  <g class=${`badge badge-${kind}`}>
    <circle cx=${cx} cy=${cy} r=${SIGN_RADIUS} />
    <text x=${cx} y=${cy + 0.1}>${sign}</text>
  </g>`
