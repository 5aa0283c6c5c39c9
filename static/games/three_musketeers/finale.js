// Finale after the last move: the line through the three is drawn, or the musketeers raise their swords.

import { reducedMotion } from '../../board/contract.js'
import { squaresOf } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
/** @import { MusketeersState } from './position.js' */

const DRAW_MS = 900 // of the line
const RAISE_MS = 700 // of a sword
const INTERVAL_MS = 160 // from one musketeer to the next

/** @param {SquareBoard} board @param {MusketeersState} frame @param {AbortSignal} signal */
export async function finale(board, frame, signal) {
  const winner = frame.over?.winner
  if (typeof winner !== 'number' || reducedMotion() || signal.aborted) return
  const musketeers = squaresOf(frame.view.position, 'M').map(
    (square) => board.node(square)?.firstElementChild,
  )
  const running = winner === 1 ? drawLine(board) : []
  for (const [index, picture] of musketeers.entries())
    if (picture) running.push(winner === 1 ? bow(picture, index) : raise(picture, index))
  signal.addEventListener('abort', () => {
    for (const animation of running) animation.cancel()
  })
  await Promise.allSettled(running.map((animation) => animation.finished))
}

/** @param {SquareBoard} board */
function drawLine(board) {
  const frames = [
    { strokeDasharray: '0 6', strokeWidth: 0.18 },
    { strokeDasharray: '5 6', strokeWidth: 0.12 },
  ]
  return [
    ...(board.drawn?.area.querySelectorAll('.overlay:not(.under) [data-count="3"]') ?? []),
  ].map((line) => line.animate(frames, { duration: DRAW_MS, easing: 'ease-in-out' }))
}

/** @param {Element} picture @param {number} index */
const bow = (picture, index) =>
  picture.animate(
    [
      { scale: 1, filter: 'none' },
      { scale: 0.8, filter: 'grayscale(1)' },
      { scale: 1, filter: 'none' },
    ],
    {
      duration: RAISE_MS,
      delay: DRAW_MS * 0.6 + index * INTERVAL_MS,
      fill: 'backwards',
    },
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
    {
      duration: RAISE_MS * 2,
      delay: index * INTERVAL_MS,
      easing: 'ease-in-out',
    },
  )
