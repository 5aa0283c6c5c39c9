// The moment after the last move: the line through the three is drawn, or the musketeers raise their swords.

import { reducedMotion } from '../../boards/contract.js'
import { squaresOf } from './position.js'

/** @import { Grid } from '../../boards/grid.js' */
/** @import { MusketeersState } from './position.js' */

const DRAW = 900 // ms for the line
const RAISE = 700 // ms for a sword
const AFTER = 160 // ms from one musketeer to the next

/** @param {Grid} grid @param {MusketeersState} frame @param {AbortSignal} signal */
export async function finale(grid, frame, signal) {
  const winner = frame.over?.winner
  if (typeof winner !== 'number' || reducedMotion() || signal.aborted) return
  const musketeers = squaresOf(frame.view.position, 'M').map(
    (square) => grid.piece(square)?.firstElementChild,
  )
  const running = winner === 1 ? drawLine(grid) : []
  for (const [index, picture] of musketeers.entries())
    if (picture)
      running.push(winner === 1 ? bow(picture, index) : raise(picture, index))
  signal.addEventListener('abort', () => {
    for (const animation of running) animation.cancel()
  })
  await Promise.allSettled(running.map((animation) => animation.finished))
}

/** @param {Grid} grid */
function drawLine(grid) {
  const frames = [
    { strokeDasharray: '0 6', strokeWidth: 0.18 },
    { strokeDasharray: '5 6', strokeWidth: 0.12 },
  ]
  return [...grid.overlay.querySelectorAll('[data-count="3"]')].map((line) =>
    line.animate(frames, { duration: DRAW, easing: 'ease-in-out' }),
  )
}

/** @param {Element} picture @param {number} index */
const bow = (picture, index) =>
  picture.animate(
    [
      { scale: 1, filter: 'none' },
      { scale: 0.8, filter: 'grayscale(1)' },
      { scale: 1, filter: 'none' },
    ],
    { duration: RAISE, delay: DRAW * 0.6 + index * AFTER, fill: 'backwards' },
  )

/** @param {Element} picture @param {number} index */
const raise = (picture, index) =>
  picture.animate(
    [
      { rotate: '0deg', scale: 1 },
      { rotate: '-225deg', scale: 1.25, offset: 0.45 },
      { rotate: '-225deg', scale: 1.25, offset: 0.75 },
      { rotate: '-360deg', scale: 1 },
    ],
    { duration: RAISE * 2, delay: index * AFTER, easing: 'ease-in-out' },
  )
