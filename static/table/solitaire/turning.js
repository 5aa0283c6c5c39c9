// Turning point of a solitaire, the move at which it was lost, as the server finds it: its sentence, its line in the result,
// and its words and squares in a shared result. Loaded after the end of a game that was not won.

import { gamePath } from '../../app/routes.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { linkButton } from '../../kit/button.js'
import { html } from '../../vendor/preact.js'
import { readableText } from '../texts.js'

/** @typedef {Wire.Turning} Turning */
/** @typedef {'winnable' | 'unknown' | 'lost'} Verdict */
/** Text key of a turning point, with the moves that it names.
 * @typedef {{ key: 'at' | 'between' | 'never' | 'alive' | 'late' | 'open' | 'unknown',
 *   from: number, to: number }} Finding */

const TIMEOUT_MS = 120_000 // the search has the lowest priority
const MIN_MOVES = 6 // below which the result does not request a turning point
const MAX_SQUARES = 10 // of a shared result

/** Received answers by game. @type {Map<string, Turning>} */
const known = new Map()

/** Loads the turning point. Refusal: also if the deal is a secret of today. @param {string} game @param {AbortSignal} signal */
export async function loadTurning(game, signal) {
  const path = `/api/games/${encodeURIComponent(game)}/turning`
  /** @type {Turning} */
  const found = known.get(game) ?? (await get(path, { signal, timeout: TIMEOUT_MS }))
  known.set(game, found)
  return found
}

/** Returns the verdict of the position after `made` moves. @param {Turning} turning @param {number} made @returns {Verdict} */
function verdictAt({ winnable, lost }, made) {
  if (winnable !== null && made <= winnable) return 'winnable'
  return lost !== null && made >= lost ? 'lost' : 'unknown'
}

/** Returns the text key. `at`: lost by move `to`; `between`: by one of the moves `from` to `to`; `never`: it could not be won;
 * `alive`: it could be won to the end; `late`: lost by move `to` at the latest, unknown before; `open`: unknown after move
 * `from`; `unknown`: every position is.
 * @param {Pick<Turning, 'winnable' | 'lost' | 'moves'>} turning @returns {Finding} */
export function findingOf({ winnable, lost, moves }) {
  const from = winnable ?? 0
  const to = lost ?? moves
  if (lost === 0) return { key: 'never', from, to }
  if (winnable === null) return { key: lost === null ? 'unknown' : 'late', from, to }
  if (winnable === moves) return { key: 'alive', from, to }
  if (lost === null) return { key: 'open', from, to }
  if (lost === winnable + 1) return { key: 'at', from, to }
  return { key: 'between', from: from + 1, to }
}

/** Returns "It was lost at move 31: 9♥ onto 10♣."
 * @param {Turning} turning @param {Pick<Board, 'words'>} board @param {Pick<State, 'start'>} state of the game */
export function turningText(turning, board, { start }) {
  const { key, from, to } = findingOf(turning)
  if (key === 'at') {
    const move = readableText(board, turning.told ?? '')
    return t('turning.at', { number: to, move })
  }
  if (key === 'never' && start !== null) return t('turning.never.position')
  return t(`turning.${key}`, { from, to })
}

/** Returns the text of a known turning point for a shared result: squares for the course of the game, and words. Empty if
 * there is none. It does not tell that a deal could not be won, since others may still play it.
 * @param {Turning} turning */
export function sharedTurning(turning) {
  const { moves } = turning
  const { key, from, to } = findingOf(turning)
  if (key !== 'at' && key !== 'between') return ''
  const last = Math.min(MAX_SQUARES, moves + 1) - 1
  const squares = Array.from({ length: last + 1 }, (_, place) => {
    const made = Math.round((place * moves) / last)
    return { winnable: '🟩', unknown: '🟨', lost: '🟥' }[verdictAt(turning, made)]
  })
  const words = t(`turning.shared.${key}`, { from, to, moves })
  return `${squares.join('')} ${words}`
}

/** Returns the same for an ended game; '' if it is unknown. @param {string | null} game */
export function sharedTurningOf(game) {
  const turning = known.get(game ?? '')
  return turning ? sharedTurning(turning) : ''
}

/** Loads the turning point of the reader's own game for its result; null: none is told.
 * @param {State} state @param {AbortSignal} left @returns {Promise<Turning | null>} */
export async function readTurning({ game, seat, told }, left) {
  if (game === null || seat === null || told.length < MIN_MOVES) return null
  const turning = await loadTurning(game, left).catch((error) => {
    if (error instanceof Refusal || left.aborted) return null
    throw error
  })
  return turning && findingOf(turning).key !== 'unknown' ? turning : null
}

/** Shows the turning point, with a link to that position in the replay.
 * @param {Turning} turning @param {State} state @param {Pick<Board, 'words'>} board */
export function turningLine(turning, state, board) {
  const { key } = findingOf(turning)
  const href = turning.ply === null || key === 'alive' ? null : gamePath(state.game, turning.ply)
  return html`
    <div class="missed-row" data-turning=${key}>
      <span>${turningText(turning, board, state)}</span>
      ${href !== null && linkButton({ act: 'turning', href }, t('act.turning'))}
    </div>`
}
