// The runs drawn over the castle: an arrow for each that is possible, ending in the signs of what it does; those that
// are chosen already as a whole line; and the ghost, who runs ahead of the musketeer to show where he would stop.

import { el, svg } from '../../core/dom.js'
import { reducedMotion } from '../../boards/contract.js'
import { musketeer } from './art.js'
import { SIGNS, STEPS, effects, path, spot } from './position.js'

const RUN = 200 // ms
const CLEAR = 0.3 // of a square, between the musketeer and his arrow
const BROAD = 0.52 // across an arrow, where it may be tapped
const BADGE = 0.18 // the radius of a sign

/** {show(now, chosen, below), ghost(way | null)}. now: {suit, start, runs} or null; chosen: runs that were picked;
 * removed, corner: the guard who goes and where the tunnel comes out, once they are picked.
 * press(way): an arrow was pointed at; signs(way): [[kind, sign, text]] of a run. */
export function paths(grid, { press, signs }) {
  let now = null
  const [element, emerged] = ['ghost', 'emerged'].map((name) =>
    el('div', { class: `piece ${name}`, 'aria-hidden': 'true', hidden: true }),
  )
  grid.area.append(emerged, element)
  const ghost = (way) => {
    for (const running of element.getAnimations()) running.cancel()
    const run = way && now?.runs[way]
    element.hidden = !run || reducedMotion()
    if (element.hidden) return element.removeAttribute('data-ghost')
    const places = path(now.start, way, run)
    element.dataset.ghost = way
    element.replaceChildren(musketeer(now.suit))
    element.style.transform = shift(places.at(-1))
    element.animate(
      [places[0], places.at(-1)].map((place) => ({ transform: shift(place) })),
      { duration: RUN, easing: 'ease-in-out' },
    )
  }
  grid.overlay.addEventListener('click', (event) => {
    const way = event.target.closest('[data-also]')?.dataset.also
    if (way) press(way)
  })
  grid.overlay.addEventListener('pointerover', (event) =>
    ghost(event.target.closest('[data-also]')?.dataset.also ?? null),
  )
  grid.overlay.addEventListener('pointerleave', () => ghost(null))
  return {
    ghost,
    show(next, chosen, { removed, corner }) {
      if (next?.suit !== now?.suit || next?.start !== now?.start) ghost(null)
      now = next
      const arrows = Object.entries(now?.runs ?? {}).map(([way, run]) =>
        arrow(now.start, way, run, signs(way)),
      )
      grid.overlay.replaceChildren(
        ...chosen.map(trace),
        ...(removed ? [crossed(removed)] : []),
        ...arrows,
      )
      emerged.hidden = !corner
      if (!corner) return
      emerged.replaceChildren(musketeer(chosen[0].suit))
      emerged.style.transform = shift(corner)
    },
  }
}

const shift = (place) =>
  spot(place)
    .map((steps) => `${steps * 100}%`)
    .join(',')
    .replace(/.+/, 'translate($&)')
/** Where a musketeer stands within his square: off the number, so that no line and no sign covers it. */
const foot = (place) =>
  spot(place).map((number, axis) => number + (axis ? 0.66 : 0.71))
const along = ([x, y], [dx, dy], far) => [x + dx * far, y + dy * far]
const line = (from, to) => `M${from.join(' ')}L${to.join(' ')}`

/** A run that is picked: a dashed line; the sign of danger stays while the player is asked. */
function trace({ start, way, run }) {
  const [from, to] = [start, path(start, way, run).at(-1)].map(foot)
  return svg(
    'g',
    {},
    svg('path', { class: 'chosen', d: line(from, to) }),
    run.loses ? badge('loses', SIGNS.loses, to) : null,
  )
}

/** A guard who is to go. */
function crossed(place) {
  const [x, y] = foot(place)
  const far = 0.24
  return svg('path', {
    class: 'crossed',
    d: `M${x - far} ${y - far}l${2 * far} ${2 * far}m${-2 * far} 0l${2 * far} ${-2 * far}`,
  })
}

/** One arrow with a broad ground to tap, ending in its signs. */
function arrow(start, way, run, signs) {
  const places = path(start, way, run)
  const shown = signs.filter(([, sign]) => sign)
  const step = STEPS[way]
  const spots = shown.length
    ? badges(shown.length, foot(places.at(-1)), step, places.length === 1)
    : [foot(places.at(-1))]
  const from = along(foot(start), step, CLEAR)
  const to = along(spots[0], step, shown.length ? -BADGE - 0.04 : 0)
  const body = places.length > 1 ? line(from, to) + head(to, step) : ''
  const edge = along(foot(places.at(-1)), step, places.length > 1 ? -0.55 : 0.5)
  return svg(
    'g',
    {
      class: 'arrow',
      'data-also': way,
      'data-effects': effects(run).join(' '),
      'data-stop': run.stop,
    },
    reach(from, edge),
    svg('path', { class: 'halo', d: body }),
    svg('path', { class: 'shaft', d: body }),
    shown.map(([kind, sign], index) => badge(kind, sign, spots[index])),
  )
}

/** The ground on which a tap says this direction. */
function reach(from, to) {
  const [x, y] = [0, 1].map(
    (axis) =>
      Math.min(from[axis], to[axis]) -
      (from[axis] === to[axis] ? BROAD / 2 : 0),
  )
  const [width, height] = [0, 1].map(
    (axis) => Math.abs(from[axis] - to[axis]) || BROAD,
  )
  return svg('rect', { class: 'reach', x, y, width, height })
}

/** Where the signs stand, in the order in which the arrow would meet them. Who cannot leave his corner has them
 * on its edge, one behind the other. */
function badges(count, at, [dx, dy], stays) {
  const places = Array.from({ length: count }, (_, index) => {
    if (stays) return along(at, [dx, dy], 0.36 + index * 2 * BADGE)
    return [at[0] - index * 2 * BADGE, at[1]]
  })
  return dx > 0 && !stays ? places.reverse() : places
}

const head = ([x, y], [dx, dy]) =>
  [1, -1]
    .map((side) =>
      line(
        [x, y],
        [x - 0.14 * dx + 0.13 * side * dy, y - 0.14 * dy + 0.13 * side * dx],
      ),
    )
    .join('')

const badge = (kind, sign, [cx, cy]) =>
  svg(
    'g',
    { class: `badge badge-${kind}` },
    svg('circle', { cx, cy, r: BADGE }),
    svg('text', { x: cx, y: cy + 0.1 }, sign),
  )
