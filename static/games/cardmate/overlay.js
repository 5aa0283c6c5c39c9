// What is drawn over and under the cards: palaces and the middle line; the cards that must capture, with arrows to
// what they capture; the ray of a card that sees far; the ghost of a move that waits for a yes.

import { svg } from '../../core/dom.js'
import { wedge } from './art.js'
import { bound, read } from './position.js'

const FAR = '9XQA' // ranks that see further than two squares

/** Palaces and middle line look the same from both sides, so this is drawn once. */
export const ground = () =>
  svg(
    'svg',
    {
      class: 'ground-lines',
      viewBox: '0 0 10 10',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('line', { class: 'middle', x1: 0, y1: 5, x2: 10, y2: 5 }),
    [0, 9].map((y) =>
      svg('rect', {
        class: 'palace-line',
        x: 4.05,
        y: y + 0.05,
        width: 1.9,
        height: 0.9,
        rx: 0.1,
      }),
    ),
  )

/** Draws all marks of a frame into the grid's overlay; `near`: the square that is hovered or has the focus. */
export function draw(grid, frame, { flipped }, picks, near) {
  const spot = (place) => grid.spot(place)
  const [from] = picks.words
  const must = bound(frame)
  const forced = must.length
    ? frame.legal
        .map(([move]) => move.split(' '))
        .filter((way) => !from || way[0] === from)
    : []
  grid.overlay.replaceChildren(
    ...rays(grid, frame, picks, from ?? near),
    ...must.map((place) => ring(spot(place))),
    ...forced.map(([start, end]) => arrow(spot(start), spot(end), 'forced')),
    ...must.map((place) => tab(spot(place))),
    ...ghost(frame, picks, spot, flipped),
  )
}

function ring([x, y]) {
  const box = (inset) => ({
    x: x + inset,
    y: y + inset,
    width: 1 - 2 * inset,
    height: 1 - 2 * inset,
    rx: 0.1,
  })
  return svg(
    'g',
    {},
    svg('rect', { class: 'ring', ...box(0.035) }),
    svg('rect', { class: 'ring-line', ...box(0.085) }),
  )
}

function tab([x, y]) {
  return svg(
    'g',
    { class: 'tab', transform: `translate(${x + 0.83} ${y + 0.17})` },
    svg('circle', { r: 0.17 }),
    svg('path', { d: 'M0 -0.095 V0.025 M0 0.085 V0.09' }),
  )
}

/** From the edge of one square's card to the middle of the other's, with a head. */
function arrow([x1, y1], [x2, y2], kind) {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  const at = (along, aside) =>
    `${x1 + 0.5 + dx * along - dy * aside} ${y1 + 0.5 + dy * along + dx * aside}`
  const [start, end] = [0.36, length - (kind === 'asked' ? 0.38 : 0.2)]
  const neck = end - 0.24
  const d = [
    at(start, -0.05),
    at(neck, -0.05),
    at(neck, -0.15),
    at(end, 0),
    at(neck, 0.15),
    at(neck, 0.05),
    at(start, 0.05),
  ]
  return svg('path', { class: `arrow ${kind}`, d: `M${d.join(' L')} Z` })
}

/** A faint line as far as the card can go, in each direction; from the moves that there are. */
function rays(grid, frame, picks, place) {
  const piece = read(frame.view.position).get(place)?.piece
  if (!piece || !FAR.includes(piece[0])) return []
  const [x, y] = grid.spot(place)
  const furthest = new Map()
  for (const to of picks.after([place]).keys()) {
    const [dx, dy] = grid.spot(to).map((value, axis) => value - [x, y][axis])
    const steps = Math.max(Math.abs(dx), Math.abs(dy))
    if (dx && dy && Math.abs(dx) !== Math.abs(dy)) continue
    const way = `${dx / steps} ${dy / steps}`
    if (steps > (furthest.get(way)?.steps ?? 0))
      furthest.set(way, { steps, dx, dy })
  }
  return [...furthest.values()].map(({ steps, dx, dy }) => {
    const at = (along) => [
      x + 0.5 + (dx / steps) * along,
      y + 0.5 + (dy / steps) * along,
    ]
    const [[x1, y1], [x2, y2]] = [at(0.5), at(steps - 0.3)]
    return svg('line', { class: 'ray', x1, y1, x2, y2 })
  })
}

/** The move that waits: where the card would stand, and where it comes from. */
function ghost(frame, picks, spot, flipped) {
  if (!picks.asked) return []
  const [from, to, choice] = picks.asked.split(' ')
  const thing = read(frame.view.position).get(from)
  if (!thing) return []
  const [x, y] = spot(to)
  const card = wedge(
    choice === 'A' ? `A${thing.suit}` : thing.piece,
    (thing.owner === 0) !== flipped,
  )
  for (const [name, value] of Object.entries({ x, y, width: 1, height: 1 }))
    card.setAttribute(name, value)
  return [
    svg('g', { class: `ghost owner-${thing.owner}` }, card),
    arrow(spot(from), [x, y], 'asked'),
  ]
}
