// Drawings over and under the cards: palaces and the middle line; cards that must capture, with arrows to their targets; the
// rays of a long-range card; the inspected card; the ghost of a move that waits for confirmation.

import { arrowPath } from '../../board/arrows.js'
import { html } from '../../vendor/preact.js'
import { wedge } from './art.js'
import { capturers, parsePosition } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
/** @import { CardmateState } from './position.js' */
/** @import { Findings } from './inspect.js' */
/** @import { Reply } from './forced-reply.js' */

const LONG_RANGE = '9XQA' // ranks that move further than two squares
const CORNERS = 'M.06 .3V.06H.3M.7 .06H.94V.3M.94 .7V.94H.7M.3 .94H.06V.7' // of a square

/** Diagonal strokes over a palace, close enough to show beside the cards on it. */
const STROKES = Array.from({ length: 14 }, (_, index) => 0.1 + index * 0.2)

/** Draws palaces and middle line, which look the same from both sides. */
export const groundLines = () => html`
  <svg class="ground-lines" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
    <line class="middle" x1="0" y1="5" x2="10" y2="5" />
    ${[0, 9].map(
      (y) => html`
        <g transform=${`translate(4 ${y})`}>
          <rect class="palace-ground" width="2" height="1" />
          <path class="palace-strokes" d=${STROKES.map(stroke).join('')} />
          <path class="palace-edge" d="M0 0H2V1H0Z" />
        </g>`,
    )}
  </svg>`

/** Draws the stroke with x + y = `sum` inside 2 by 1. @param {number} sum */
function stroke(sum) {
  const [left, right] = [Math.max(0, sum - 1), Math.min(2, sum)]
  return `M${left} ${sum - left}L${right} ${sum - right}`
}

/** Draws all marks of a frame. `found`: the inspection of the card under the pointer; `forced`: the reply to the previewed
 * move.
 * @param {SquareBoard} board @param {{ found: Findings | null, forced: Reply | null }} previews */
export function marks(board, { found, forced }) {
  const { picks } = board.services
  const frame = /** @type {CardmateState} */ (board.now.frame)
  const from = picks.words[0]
  const must = capturers(frame)
  const captures = must.length
    ? frame.legal.map(([move]) => move.split(' ')).filter(([start]) => !from || start === from)
    : []
  const replies = (forced?.moves ?? []).map((move) => move.split(' '))
  return html`
    ${!found && rays(board, frame, from ?? board.pointed.value)}
    ${must.map((square) => ring(board.spot(square)))}
    ${captures.map(([start, end]) => arrow(board, start, end, 'forced'))}
    ${must.map((square) => exclamationMark(board.spot(square)))}
    ${found && findings(board, found)}
    ${picks.asked !== null && ghost(board, frame, picks.asked)}
    ${replies
      .filter(([start, end]) => start !== end)
      .map(([start, end]) => arrow(board, start, end, 'foretold'))}`
}

/** Draws where the inspected card can go, and arrows from the cards that can take it.
 * @param {SquareBoard} board @param {Findings} found */
const findings = (board, { square, quiet, captures, takers }) => html`
  ${quiet.map((place) => {
    const [x, y] = board.spot(place)
    return html`<circle class="look" data-look="to" cx=${x + 0.5} cy=${y + 0.5} r="0.13" />`
  })}
  ${captures.map((place) => {
    const [x, y] = board.spot(place)
    return html`
      <path class="look" data-look="capture" transform=${`translate(${x} ${y})`} d=${CORNERS} />`
  })}
  ${takers.map((place) => arrow(board, place, square, 'danger', { 'data-look': 'taker' }))}`

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
  return html`
    <g>
      <rect class="ring" ...${box(0.035)} />
      <rect class="ring-line" ...${box(0.085)} />
    </g>`
}

/** @param {Point} point */
const exclamationMark = ([x, y]) => html`
  <g class="tab" transform=${`translate(${x + 0.83} ${y + 0.17})`}>
    <circle r="0.17" />
    <path d="M0 -0.095 V0.025 M0 0.085 V0.09" />
  </g>`

/** @param {SquareBoard} board @param {string} from @param {string} to
 * @param {'forced' | 'asked' | 'foretold' | 'danger'} kind @param {Attributes} [attributes] */
function arrow(board, from, to, kind, attributes = {}) {
  const d = arrowPath(board.spot(from), board.spot(to), { short: kind === 'asked' ? 0.38 : 0.2 })
  return html`<path class=${`arrow ${kind}`} d=${d} ...${attributes} />`
}

/** Draws a faint line in each direction as far as the legal moves go.
 * @param {SquareBoard} board @param {CardmateState} frame @param {string | null} square */
function rays(board, frame, square) {
  const { picks } = board.services
  const piece = square && parsePosition(frame.view.position).get(square)?.piece
  if (!piece || picks.ahead || !LONG_RANGE.includes(piece[0])) return []
  const [x, y] = board.spot(square)
  /** @type {Map<string, {steps: number, dx: number, dy: number}>} */
  const furthest = new Map()
  for (const to of picks.after([square]).keys()) {
    const [column, row] = board.spot(to)
    const [dx, dy] = [column - x, row - y]
    const steps = Math.max(Math.abs(dx), Math.abs(dy))
    if (dx && dy && Math.abs(dx) !== Math.abs(dy)) continue
    const direction = `${dx / steps} ${dy / steps}`
    if (steps > (furthest.get(direction)?.steps ?? 0)) furthest.set(direction, { steps, dx, dy })
  }
  return [...furthest.values()].map(({ steps, dx, dy }) => {
    /** @param {number} along */
    const at = (along) => [x + 0.5 + (dx / steps) * along, y + 0.5 + (dy / steps) * along]
    const [[x1, y1], [x2, y2]] = [at(0.5), at(steps - 0.3)]
    return html`<line class="ray" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`
  })
}

/** Draws the move that waits for confirmation: the card on its target, and an arrow to it.
 * @param {SquareBoard} board @param {CardmateState} frame @param {string} move */
function ghost(board, frame, move) {
  const [from, to, choice] = move.split(' ')
  const card = parsePosition(frame.view.position).get(from)
  if (!card) return null
  const [x, y] = board.spot(to)
  const shown = choice === 'A' ? `A${card.suit}` : card.piece
  return html`
    <g class=${`ghost owner-${card.owner}`}>
      ${wedge(shown, board.isUp(card), { x, y, width: 1, height: 1 })}
    </g>
    ${arrow(board, from, to, 'asked')}`
}
