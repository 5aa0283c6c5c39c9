// Drawings over and under the cards: palaces and the middle line; cards that must capture, with arrows to their targets; the
// rays of a long-range card; the ghost of a move that waits for confirmation.

import { arrowPath } from '../../boards/arrow.js'
import { set, svg } from '../../core/dom.js'
import { wedge } from './art.js'
import { capturers, parsePosition } from './position.js'

/** @import { Grid } from '../../boards/grid.js' */
/** @import { CardmateState } from './position.js' */
/** @import { Findings } from './inspect.js' */
/** @import { Reply } from './forced-reply.js' */

/** @typedef {(square: string) => Point} Locate */

const LONG_RANGE = '9XQA' // ranks that move further than two squares
const CORNERS = 'M.06 .3V.06H.3M.7 .06H.94V.3M.94 .7V.94H.7M.3 .94H.06V.7' // of a square

/** Diagonal strokes over a palace, close enough to show beside the cards on it. */
const STROKES = Array.from({ length: 14 }, (_, index) => 0.1 + index * 0.2)

/** Draws palaces and middle line, once: they look the same from both sides. */
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
      svg(
        'g',
        { transform: `translate(4 ${y})` },
        svg('rect', { class: 'palace-ground', width: 2, height: 1 }),
        svg('path', {
          class: 'palace-strokes',
          d: STROKES.map((sum) => stroke(sum)).join(''),
        }),
        svg('path', { class: 'palace-edge', d: 'M0 0H2V1H0Z' }),
      ),
    ),
  )

/** Draws the stroke with x + y = `sum` inside 2 by 1. @param {number} sum */
function stroke(sum) {
  const [left, right] = [Math.max(0, sum - 1), Math.min(2, sum)]
  return `M${left} ${sum - left}L${right} ${sum - right}`
}

/**
 * Draws all marks of a frame into the grid's overlay.
 * @param {Grid} grid
 * @param {CardmateState} frame
 * @param {ShowOptions} how
 * @param {{picks: MoveBuilder, target: string | null, found: Findings | null, forced: Reply | null}} now `target`: the
 *   hovered or focused square; `found`: the inspection of its card; `forced`: the reply to the previewed move
 */
export function drawOverlay(grid, frame, { flipped }, now) {
  const { picks, target, found, forced } = now
  /** @type {Locate} */
  const locate = (square) => grid.spot(square)
  const from = picks.words[0]
  const must = capturers(frame)
  const captures = must.length
    ? frame.legal
        .map(([move]) => move.split(' '))
        .filter(([start]) => !from || start === from)
    : []
  const replies = (forced?.moves ?? []).map((move) => move.split(' '))
  grid.overlay.replaceChildren(
    ...(found ? [] : rays(locate, frame, picks, from ?? target)),
    ...must.map((square) => ring(locate(square))),
    ...captures.map(([start, end]) =>
      arrow(locate(start), locate(end), 'forced'),
    ),
    ...must.map((square) => exclamationMark(locate(square))),
    ...findings(found, locate),
    ...ghost(frame, picks, locate, flipped),
    ...replies
      .filter(([start, end]) => start !== end)
      .map(([start, end]) => arrow(locate(start), locate(end), 'foretold')),
  )
}

/** Draws where the inspected card can go, and arrows from the cards that can take it.
 * @param {Findings | null} found @param {Locate} locate */
function findings(found, locate) {
  if (!found) return []
  const here = locate(found.square)
  return [
    ...found.quiet.map(locate).map(([x, y]) =>
      svg('circle', {
        class: 'look',
        'data-look': 'to',
        cx: x + 0.5,
        cy: y + 0.5,
        r: 0.13,
      }),
    ),
    ...found.captures.map(locate).map(([x, y]) =>
      svg('path', {
        class: 'look',
        'data-look': 'capture',
        transform: `translate(${x} ${y})`,
        d: CORNERS,
      }),
    ),
    ...found.takers.map((square) =>
      set(arrow(locate(square), here, 'danger'), { 'data-look': 'taker' }),
    ),
  ]
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

/** @param {Point} from @param {Point} to @param {'forced' | 'asked' | 'foretold' | 'danger'} kind */
const arrow = (from, to, kind) =>
  svg('path', {
    class: `arrow ${kind}`,
    d: arrowPath(from, to, { short: kind === 'asked' ? 0.38 : 0.2 }),
  })

/**
 * Draws a faint line in each direction as far as the legal moves go.
 * @param {Locate} locate
 * @param {CardmateState} frame
 * @param {MoveBuilder} picks
 * @param {string | null} square
 */
function rays(locate, frame, picks, square) {
  const piece = square && parsePosition(frame.view.position).get(square)?.piece
  if (!piece || picks.ahead || !LONG_RANGE.includes(piece[0])) return []
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
 * Draws the move that waits for confirmation: the card on its target, and an arrow to it.
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
