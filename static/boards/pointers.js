// Arrows by which the page points at moves on a board of squares; the last one is the strongest.

import { svg } from '../core/dom.js'
import { arrowPath } from './arrow.js'

export class Pointers {
  /** @param {import('./grid.js').Grid} grid */
  constructor(grid) {
    this.grid = grid
    this.element = svg('svg', {
      class: 'annotations pointers',
      viewBox: grid.overlay.getAttribute('viewBox'),
      'aria-hidden': 'true',
      focusable: 'false',
    })
    grid.area.append(this.element)
  }

  /** @param {[from: string, to: string][]} moves */
  show(moves) {
    this.element.replaceChildren(
      ...moves.map(([from, to], index) =>
        svg('path', {
          'data-pointer': `${from} ${to}`,
          'data-newest': index === moves.length - 1,
          d: arrowPath(this.grid.spot(from), this.grid.spot(to), {
            width: 1.3,
          }),
        }),
      ),
    )
  }
}
