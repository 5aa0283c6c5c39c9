// The board's part of an analysis: arrows for moves, and points told as cards.

import { drawMoves } from '../../boards/move-arrows.js'
import { worthText } from './worths.js'

/** @param {import('../../boards/grid.js').Grid} grid @param {Translate} t @returns {BoardAnalysis} */
export const analysis = (grid, t) => ({
  arrows: (moves) => drawMoves(grid, moves),
  worth: (points) => worthText(points, t),
})
