// Layer of the pieces over a board of squares, hidden from assistive technology: the cells below carry the names.
// A piece keeps its element while it is on the board, so that it glides; a new position takes over wherever it is.

import { html, useLayoutEffect, useRef } from '../vendor/preact.js'
import { glideTime, reducedMotion } from './contract.js'

/** A piece on the board; `id`: stays the same while it moves. @typedef {Piece & { id: number }} PlacedPiece */

/** The pieces on a board: `standing` by place; `leaving`: those that fade, with the place where they stood; `glides`: whether
 * the last change is animated; `count`: of the ids given so far.
 * @typedef {{ standing: Map<string, PlacedPiece>, leaving: [place: string, piece: PlacedPiece][], glides: boolean,
 *   count: number }} Pieces */

/** @type {Pieces} */
export const NO_PIECES = { standing: new Map(), leaving: [], glides: false, count: 0 }

/** Returns the pieces of the next position. `last`: the move that led to it, which decides which of two equal pieces moved.
 * @param {Pieces} before @param {Map<string, Piece>} places @param {{ last: string | null, animate: boolean }} how
 * @returns {Pieces} */
export function arranged(before, places, { last, animate }) {
  let { count } = before
  const stays = [...before.standing].filter(([place, piece]) => same(piece, places.get(place)))
  const standing = new Map(stays)
  const free = [...before.standing].filter(([place]) => !standing.has(place))
  for (const [place, piece] of places) {
    if (standing.has(place)) continue
    const mover = takeMover(free, piece, place, last)
    if (!mover) count += 1
    standing.set(place, { ...piece, id: mover?.id ?? count })
  }
  return { standing, leaving: animate && !reducedMotion() ? free : [], glides: animate, count }
}

/** @param {Piece} one @param {Piece | undefined} other */
const same = (one, other) =>
  one.piece === other?.piece && one.owner === other.owner && one.suit === other.suit

/** Takes from `free` the piece that came to `place`: the one of the last move (either way, for an undo), else an equal
 * one; null: it is new.
 * @param {[string, PlacedPiece][]} free @param {Piece} piece @param {string} place @param {string | null} last */
function takeMover(free, piece, place, last) {
  const words = last?.split(' ') ?? []
  const moved = free.find(
    ([from, { owner }]) => owner === piece.owner && words.includes(place) && words.includes(from),
  )
  const found = moved ?? free.find(([, standing]) => same(standing, piece))
  if (!found) return null
  free.splice(free.indexOf(found), 1)
  return found[1]
}

/** Returns a way of some cells, on whole device pixels: a piece beside the board may stand at a fraction of a cell.
 * @param {number} cells */
const whole = (cells) => `round(${cells * 100}%, var(--pixel, 1px))`

/** @param {{ board: import('./square-board.js').SquareBoard }} props */
export function PieceLayer({ board }) {
  const { standing, leaving, glides } = board.pieces.value
  const rested = board.rested.value
  const all = [
    ...[...standing].map(([place, piece]) => ({ piece, place, gone: false })),
    ...leaving.map(([place, piece]) => ({ piece, place, gone: true })),
  ]
  all.sort((one, other) => one.piece.id - other.piece.id) // a stable order: nothing is moved in the document
  return html`
    <div class="pieces" aria-hidden="true">
      ${all.map(({ piece, place, gone }) => {
        const [column, row] = board.corner(!gone && rested?.from === place ? rested.to : place)
        return html`
          <${PieceView}
            key=${piece.id}
            board=${board}
            piece=${piece}
            transform=${`translate(${whole(column)}, ${whole(row)})`}
            glides=${glides && !rested}
            gone=${gone}
          />`
      })}
    </div>`
}

/** @param {{ board: import('./square-board.js').SquareBoard, piece: PlacedPiece, transform: string, glides: boolean,
 *   gone: boolean }} props */
function PieceView({ board, piece, transform, glides, gone }) {
  const node = useRef(/** @type {HTMLElement | null} */ (null))
  const before = useRef(transform)
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (node.current)
    board.nodes.set(piece.id, element)
    return () => board.nodes.delete(piece.id)
  }, [])
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (node.current)
    const start = element.getAnimations().length
      ? getComputedStyle(element).transform
      : before.current
    before.current = transform
    if (start === transform) return
    for (const running of element.getAnimations()) running.cancel()
    if (!glides || reducedMotion()) return
    element.animate([{ transform: start }, { transform }], {
      duration: glideTime(),
      easing: 'ease-out',
    })
  }, [transform])
  useLayoutEffect(() => {
    if (!gone) return
    const fading = node.current?.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: glideTime(),
      fill: 'forwards',
    })
    if (fading) fading.onfinish = () => board.forget(piece)
  }, [gone])
  return html`
    <div ref=${node} class=${`piece piece-${piece.piece} owner-${piece.owner}`} style=${{ transform }}>
      ${board.family.picture(piece, board.isUp(piece))}
    </div>`
}
