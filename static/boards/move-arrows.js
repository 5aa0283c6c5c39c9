// Arrows for the moves of an analysis: solid for the better move, hollow and dashed for the move that was played, so that
// they differ in shape and colour.

import { svg } from '../core/dom.js'
import { arrowPath } from './arrow.js'

const LOOKS = {
  better: { start: 0.15, short: 0.2, width: 1.3 },
  played: { start: 0.15, short: 0.2, width: 1.4 },
}

/** Draws an arrow for each move, replacing earlier ones. Call it again when the board is flipped.
 * @param {import('./grid.js').Grid} grid @param {readonly MoveArrow[]} moves */
export function drawMoves(grid, moves) {
  grid.area.querySelector('.move-arrows')?.remove()
  if (!moves.length) return
  grid.area.append(
    svg(
      'svg',
      {
        class: 'move-arrows',
        viewBox: grid.overlay.getAttribute('viewBox'),
        'aria-hidden': 'true',
        focusable: 'false',
      },
      moves.map(({ move, kind }) => {
        const [from, to] = move.split(' ') // a promotion may follow
        const d = arrowPath(grid.corner(from), grid.corner(to), LOOKS[kind])
        return svg('path', { 'data-arrow': kind, d })
      }),
    ),
  )
}
