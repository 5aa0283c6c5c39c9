// Highlights of a game: compulsory moves, chains of them, and moments that the board names. Shown in the move list and as
// marks along the scrubber.

import { html } from '../../vendor/preact.js'
import { chainsOf } from '../chains.js'

/** Highlights by index of the move. seen: what viewers who saw the move read, if it is more than its notation.
 * @typedef {{ forced: boolean[], moments: (string | null)[], seen?: (string | null)[] }} Findings */

const MIN_CHAIN_MOVES = 2 // of a marked chain

/** Checks every move. plies: the ply after each move; frame(ply): loads the position there.
 * @param {Board} board @param {number[]} plies @param {(ply: number) => Promise<State>} frame @returns {Promise<Findings>} */
export async function findMarks(board, plies, frame) {
  const forced = []
  const moments = []
  const seen = []
  for (const ply of plies) {
    const before = await frame(ply - 1)
    const after = await frame(ply)
    forced.push(Boolean(board.forced?.(before)))
    moments.push(board.words.moment?.(before, after) ?? null)
    seen.push(board.words.seen?.(before, after) ?? null)
  }
  return { forced, moments, seen }
}

/** Shows the marks along a scrubber from ply 0 to `end`.
 * @param {Findings} findings @param {number[]} plies @param {number} end */
export function marks({ forced, moments }, plies, end) {
  const place = (/** @type {number} */ ply) => (100 * ply) / end
  const chains = chainsOf(forced, MIN_CHAIN_MOVES).map(({ first, count }) => {
    const from = place(plies[first] - 1)
    const size = place(plies[first + count - 1]) - from
    return html`
      <span
        class="chain-mark"
        style=${{ insetInlineStart: `${from}%`, inlineSize: `${size}%` }}
      ></span>`
  })
  const points = moments.map(
    (moment, index) =>
      moment &&
      html`
        <span
          class="moment-mark"
          title=${moment}
          style=${{ insetInlineStart: `${place(plies[index])}%` }}
        ></span>`,
  )
  return [chains, points]
}
