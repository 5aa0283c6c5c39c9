// Arrows over a board of squares, in units of a square: those that the reader draws, those by which the page points at moves,
// the moves of an analysis, and the path of several moves.

import { html } from '../vendor/preact.js'

/** @typedef {import('./square-board.js').SquareBoard} SquareBoard */

/** Returns the outline of an arrow from one square's piece to the other's. `start`: the distance of the tail from the first
 * centre; `short`: that of the tip from the second.
 * @param {Point} from the column and row @param {Point} to
 * @param {{start?: number, short?: number, width?: number}} [how] */
export function arrowPath([x1, y1], [x2, y2], { start = 0.36, short = 0.2, width = 1 } = {}) {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  /** @param {number} along @param {number} aside */
  const at = (along, aside) =>
    `${x1 + 0.5 + dx * along - dy * aside} ${y1 + 0.5 + dy * along + dx * aside}`
  const end = length - short
  const neck = end - 0.24 * width
  const [thin, wide] = [0.05 * width, 0.15 * width]
  const d = [
    at(start, -thin),
    at(neck, -thin),
    at(neck, -wide),
    at(end, 0),
    at(neck, wide),
    at(neck, thin),
    at(start, thin),
  ]
  return `M${d.join(' L')} Z`
}

/** A layer of drawings over the squares. @param {SquareBoard} board @param {string} name @param {Content} content */
const layer = (board, name, content) => html`
  <svg class=${name} viewBox=${board.viewBox} aria-hidden="true" focusable="false">${content}</svg>`

/** What the reader has drawn with the right button or a long press, "a1" a circle, "a1 b2" an arrow. Nothing is sent; it
 * disappears with the position. @param {{ board: SquareBoard }} props */
export function Annotations({ board }) {
  const { drawn, preview } = board.annotations.value
  if (!drawn.length && preview === null) return null
  const shapes = new Set(preview === null ? drawn : [...drawn, preview])
  return layer(
    board,
    'annotations',
    [...shapes].map((shape) => {
      const [from, to] = shape.split(' ').map((place) => board.spot(place))
      const drawing = shape === preview ? '' : undefined
      if (to)
        return html`
          <path data-shape="arrow" data-drawing=${drawing} d=${arrowPath(from, to, { width: 1.3 })} />`
      const [x, y] = from
      return html`
        <circle data-shape="circle" data-drawing=${drawing} cx=${x + 0.5} cy=${y + 0.5} r="0.44" />`
    }),
  )
}

/** Arrows by which the page points at moves; the last one is the strongest. @param {{ board: SquareBoard }} props */
export function Pointers({ board }) {
  const moves = board.pointers.value
  if (!moves.length) return null
  return layer(
    board,
    'annotations pointers',
    moves.map(
      ([from, to], index) => html`
        <path
          data-pointer=${`${from} ${to}`}
          data-newest=${index === moves.length - 1 ? '' : undefined}
          d=${arrowPath(board.spot(from), board.spot(to), { width: 1.3 })}
        />`,
    ),
  )
}

const ANALYSIS_LOOKS = {
  better: { start: 0.15, short: 0.2, width: 1.3 },
  played: { start: 0.15, short: 0.2, width: 1.4 },
}

/** The moves of an analysis: solid for the better move, hollow and dashed for the move that was played, so that they differ
 * in shape and colour. @param {{ board: SquareBoard }} props */
export function AnalysisMoves({ board }) {
  const moves = board.analysed.value
  if (!moves.length) return null
  return layer(
    board,
    'move-arrows',
    moves.map(({ move, kind }) => {
      const [from, to] = move.split(' ') // a promotion may follow
      const d = arrowPath(board.corner(from), board.corner(to), ANALYSIS_LOOKS[kind])
      return html`<path data-arrow=${kind} d=${d} />`
    }),
  )
}

/** The path of several moves: a numbered arrow for each. @param {{ board: SquareBoard }} props */
export function Path({ board }) {
  const moves = board.path.value
  if (!moves.length) return null
  const arrows = moves.map((move) => {
    const [from, to] = move.split(' ')
    return [board.spot(from), board.spot(to)]
  })
  return layer(
    board,
    'trace',
    html`
      ${arrows.map(([from, to]) => html`<path d=${arrowPath(from, to, { short: 0.12, width: 1.5 })} />`)}
      ${arrows.map(
        ([[x1, y1], [x2, y2]], index) => html`
          <g transform=${`translate(${(x1 + x2 + 1) / 2} ${(y1 + y2 + 1) / 2})`}>
            <circle r="0.2" />
            <text text-anchor="middle" y="0.095">${index + 1}</text>
          </g>`,
      )}`,
  )
}
