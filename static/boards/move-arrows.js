// Arrows for moves that an analysis speaks of: a solid one for the better move, a hollow dashed one for the move that was
// played. They differ in shape and in colour.

import { svg } from '../core/dom.js'
import { arrowPath } from './arrow.js'

const LOOKS = {
  better: { start: 0.15, short: 0.2, width: 1.3 },
  played: { start: 0.15, short: 0.2, width: 1.4 },
}

/** Draws an arrow from the first place of each move to the second, in the place of those drawn before. Drawn anew when the
 * board is turned.
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
