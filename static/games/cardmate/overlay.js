// The drawings over and under the cards: palaces and the middle line; the cards that must capture, with arrows to what
// they capture; the rays of a long-range card; the ghost of a move that waits for confirmation.

import { set, svg } from '../../core/dom.js'
import { wedge } from './art.js'
import { capturers, parsePosition } from './position.js'

/** @import { Grid } from '../../boards/grid.js' */
/** @import { CardmateState } from './position.js' */

/** @typedef {[number, number]} Point column and row from the top left, as the screen shows them */
/** @typedef {(square: string) => Point} Locate */

const LONG_RANGE = '9XQA' // ranks that move further than two squares

/** Palaces and middle line look the same from both sides, so this is drawn once. */
export const groundLines = () =>
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

/**
 * Draws all marks of a frame into the grid's overlay.
 * @param {Grid} grid
 * @param {CardmateState} frame
 * @param {ShowOptions} how
 * @param {MoveBuilder} picks
 * @param {string | null} target the square that is hovered or focused
 */
export function drawOverlay(grid, frame, { flipped }, picks, target) {
  /** @type {Locate} */
  const locate = (square) => grid.spot(square)
  const from = picks.words[0]
  const must = capturers(frame)
  const captures = must.length
    ? frame.legal
        .map(([move]) => move.split(' '))
        .filter(([start]) => !from || start === from)
    : []
  grid.overlay.replaceChildren(
    ...rays(locate, frame, picks, from ?? target),
    ...must.map((square) => ring(locate(square))),
    ...captures.map(([start, end]) =>
      arrow(locate(start), locate(end), 'forced'),
    ),
    ...must.map((square) => exclamationMark(locate(square))),
    ...ghost(frame, picks, locate, flipped),
  )
}

/** @param {Point} point */
function ring([x, y]) {
  /** @param {number} inset */
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

/** @param {Point} point */
function exclamationMark([x, y]) {
  return svg(
    'g',
    { class: 'tab', transform: `translate(${x + 0.83} ${y + 0.17})` },
    svg('circle', { r: 0.17 }),
    svg('path', { d: 'M0 -0.095 V0.025 M0 0.085 V0.09' }),
  )
}

/** From the edge of one square's card to the middle of the other's, with a head.
 * @param {Point} from @param {Point} to @param {'forced' | 'asked'} kind */
function arrow([x1, y1], [x2, y2], kind) {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  /** @param {number} along @param {number} aside */
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

/**
 * A faint line as far as the card can go, in each direction; taken from the legal moves.
 * @param {Locate} locate
 * @param {CardmateState} frame
 * @param {MoveBuilder} picks
 * @param {string | null} square
 */
function rays(locate, frame, picks, square) {
  const piece = square && parsePosition(frame.view.position).get(square)?.piece
  if (!piece || !LONG_RANGE.includes(piece[0])) return []
  const [x, y] = locate(square)
  /** @type {Map<string, {steps: number, dx: number, dy: number}>} */
  const furthest = new Map()
  for (const to of picks.after([square]).keys()) {
    const [column, row] = locate(to)
    const [dx, dy] = [column - x, row - y]
    const steps = Math.max(Math.abs(dx), Math.abs(dy))
    if (dx && dy && Math.abs(dx) !== Math.abs(dy)) continue
    const direction = `${dx / steps} ${dy / steps}`
    if (steps > (furthest.get(direction)?.steps ?? 0))
      furthest.set(direction, { steps, dx, dy })
  }
  return [...furthest.values()].map(({ steps, dx, dy }) => {
    /** @param {number} along */
    const at = (along) => [
      x + 0.5 + (dx / steps) * along,
      y + 0.5 + (dy / steps) * along,
    ]
    const [[x1, y1], [x2, y2]] = [at(0.5), at(steps - 0.3)]
    return svg('line', { class: 'ray', x1, y1, x2, y2 })
  })
}

/**
 * The move that waits for confirmation: the card on its target, and an arrow from where it stands.
 * @param {CardmateState} frame
 * @param {MoveBuilder} picks
 * @param {Locate} locate
 * @param {boolean} flipped
 */
function ghost(frame, picks, locate, flipped) {
  if (!picks.asked) return []
  const [from, to, choice] = picks.asked.split(' ')
  const card = parsePosition(frame.view.position).get(from)
  if (!card) return []
  const [x, y] = locate(to)
  const picture = wedge(
    choice === 'A' ? `A${card.suit}` : card.piece,
    (card.owner === 0) !== flipped,
  )
  set(picture, { x, y, width: 1, height: 1 })
  return [
    svg('g', { class: `ghost owner-${card.owner}` }, picture),
    arrow(locate(from), [x, y], 'asked'),
  ]
}
