// Path of several moves over a board of squares: a numbered arrow for each.

import { svg } from '../core/dom.js'
import { arrowPath } from './arrow.js'

/** Draws the path of these moves, replacing an earlier one; without moves it is removed.
 * @param {import('./grid.js').Grid} grid @param {readonly string[]} moves whose first two tokens are places */
export function trace(grid, moves) {
  grid.area.querySelector(':scope > .trace')?.remove()
  if (!moves.length) return
  const arrows = moves.map((move) => {
    const [from, to] = move.split(' ')
    return [grid.spot(from), grid.spot(to)]
  })
  grid.area.append(
    svg(
      'svg',
      {
        class: 'trace',
        viewBox: grid.overlay.getAttribute('viewBox'),
        'aria-hidden': 'true',
        focusable: 'false',
      },
      arrows.map(([from, to]) =>
        svg('path', { d: arrowPath(from, to, { short: 0.12, width: 1.5 }) }),
      ),
      arrows.map(([from, to], index) => number(index + 1, from, to)),
    ),
  )
}

/** Draws the number in the middle of its arrow. @param {number} count @param {Point} from @param {Point} to */
function number(count, [x1, y1], [x2, y2]) {
  const [x, y] = [(x1 + x2 + 1) / 2, (y1 + y2 + 1) / 2]
  return svg(
    'g',
    { transform: `translate(${x} ${y})` },
    svg('circle', { r: 0.2 }),
    svg('text', { 'text-anchor': 'middle', y: 0.095 }, String(count)),
  )
}
