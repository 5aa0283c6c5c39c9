// Finale after the last move: a King falls, and a light runs over the winner's cards. The signal skips it.

import { reducedMotion } from '../../board/contract.js'
import { elementOf } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { wedge } from './art.js'
import { parsePosition } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
/** @import { CardmateState } from './position.js' */

const FALL_MS = 1000
const GLOW_MS = 420 // for each card
/** @type {FillMode} */
const FORWARDS = 'forwards'
const STEP_MS = 70 // of the light for the width of a square

/** @param {SquareBoard} board @param {CardmateState} frame @param {AbortSignal} signal */
export async function finale(board, frame, signal) {
  const winner = frame.over?.winner
  if (typeof winner !== 'number' || reducedMotion() || signal.aborted) return
  const cards = parsePosition(frame.view.position)
  const centre = frame.last?.split(' ')[1] ?? 'e5'
  /** @type {Animation[]} */
  const running = []
  const fallen = fallingKing(board, frame, 1 - winner)
  if (fallen) {
    const [x, y] = board.spot(centre)
    fallen.style.transform = `translate(${x * 100}%, ${y * 100}%)`
    board.drawn?.area.querySelector('.pieces')?.append(fallen)
    running.push(...fall(fallen.firstElementChild, 0))
  } else
    for (const [place, card] of cards)
      if (card.owner !== winner && card.piece[0] === 'K')
        running.push(...fall(picture(board, place), 1))
  for (const [place, card] of cards)
    if (card.owner === winner)
      running.push(...glow(picture(board, place), distance(board, centre, place)))
  signal.addEventListener('abort', () => {
    for (const animation of running) animation.cancel()
  })
  await Promise.allSettled(running.map((animation) => animation.finished))
  for (const animation of running) animation.cancel()
  fallen?.remove()
}

/** Returns the King whose capture ended the game. @param {SquareBoard} board @param {CardmateState} frame
 * @param {number} loser */
function fallingKing(board, { over, view }, loser) {
  const card = view.taken?.[loser]?.at(-1)
  if (over?.reason !== 'kings' || card?.[0] !== 'K') return null
  const drawing = wedge(card, board.isUp({ piece: card, owner: loser }))
  return elementOf(html`<div class=${`piece owner-${loser} fallen`}>${drawing}</div>`)
}

/** @param {SquareBoard} board @param {string} place */
const picture = (board, place) => board.node(place)?.firstElementChild ?? null

/** @param {Element | null} card @param {number} left how much of it is seen at the end */
function fall(card, left) {
  const frames = [
    { rotate: '0deg', translate: '0 0', opacity: 1 },
    { rotate: '-14deg', translate: '-4% -10%', opacity: 1, offset: 0.25 },
    { rotate: '96deg', translate: '12% 8%', opacity: 1, offset: 0.7 },
    { rotate: '90deg', translate: '14% 10%', opacity: left },
  ]
  const how = { duration: FALL_MS, easing: 'ease-in', fill: FORWARDS }
  return card ? [card.animate(frames, how)] : []
}

/** @param {Element | null} card @param {number} far in squares */
function glow(card, far) {
  const frames = [
    { scale: 1, filter: 'brightness(1)' },
    { scale: 1.14, filter: 'brightness(1.25) drop-shadow(0 0 6px #f5c957)' },
    { scale: 1, filter: 'brightness(1)' },
  ]
  const how = { duration: GLOW_MS, delay: FALL_MS * 0.6 + far * STEP_MS }
  return card ? [card.animate(frames, how)] : []
}

/** @param {SquareBoard} board @param {string} from @param {string} to */
function distance(board, from, to) {
  const [[x1, y1], [x2, y2]] = [board.spot(from), board.spot(to)]
  return Math.hypot(x2 - x1, y2 - y1)
}
