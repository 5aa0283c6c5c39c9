// Where a solitaire was lost, as the server finds it: the sentence for it, its line in the result, and its words and squares
// in a shared result. Loaded after the end of a game that was not won.

import { gamePath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { readableText } from '../play/texts.js'

/** @typedef {Wire.Turning} Turning */
/** @typedef {'winnable' | 'unknown' | 'lost'} Verdict */
/** What is said of a turning point. @typedef {{ key: 'at' | 'between' | 'never' | 'alive' | 'late' | 'open' | 'unknown',
 *   from: number, to: number }} Finding */

const PATIENCE = 120_000 // ms: the search has the lowest priority
const FEWEST = 6 // moves of a game whose turning point the result asks for
const SQUARES = 10

/** The answers that have come, by game. @type {Map<string, Turning>} */
const known = new Map()

/** Refusal: also where the deal is a secret of today. @param {string} game @param {AbortSignal} signal */
export async function loadTurning(game, signal) {
  const path = `/api/games/${encodeURIComponent(game)}/turning`
  /** @type {Turning} */
  const found =
    known.get(game) ?? (await get(path, { signal, timeout: PATIENCE }))
  known.set(game, found)
  return found
}

/** The verdict of the position after so many moves. @param {Turning} turning @param {number} made @returns {Verdict} */
export function verdictAt({ winnable, lost }, made) {
  if (winnable !== null && made <= winnable) return 'winnable'
  return lost !== null && made >= lost ? 'lost' : 'unknown'
}

/** `at`: with move `to`; `between` moves `from` and `to`; `never` to be won; `alive` at the end; lost by move `to`, the `late`st, and
 * nothing known of before; `open`: nothing known after move `from`; `unknown`: of any position.
 * @param {Pick<Turning, 'winnable' | 'lost' | 'moves'>} turning @returns {Finding} */
export function findingOf({ winnable, lost, moves }) {
  const from = winnable ?? 0
  const to = lost ?? moves
  if (lost === 0) return { key: 'never', from, to }
  if (winnable === null)
    return { key: lost === null ? 'unknown' : 'late', from, to }
  if (winnable === moves) return { key: 'alive', from, to }
  if (lost === null) return { key: 'open', from, to }
  if (lost === winnable + 1) return { key: 'at', from, to }
  return { key: 'between', from: from + 1, to }
}

/** "It was lost at move 31: 9♥ onto 10♣."
 * @param {Turning} turning @param {Pick<Board, 'readable'>} board @param {Pick<State, 'start'>} state of the game */
export function turningText(turning, board, { start }) {
  const { key, from, to } = findingOf(turning)
  if (key === 'at') {
    const move = readableText(board, turning.told ?? '')
    return t('turning.at', { number: to, move })
  }
  if (key === 'never' && start !== null) return t('turning.never.position')
  return t(`turning.${key}`, { from, to })
}

/** What a shared result says of a turning point that is known: squares for the course of the game, and words. Empty where
 * there is none. Of a deal it is not said that it could not be won, since others may have it before them.
 * @param {Turning} turning */
export function sharedTurning(turning) {
  const { moves } = turning
  const { key, from, to } = findingOf(turning)
  if (key !== 'at' && key !== 'between') return ''
  const last = Math.min(SQUARES, moves + 1) - 1
  const squares = Array.from({ length: last + 1 }, (_, place) => {
    const made = Math.round((place * moves) / last)
    return { winnable: '🟩', unknown: '🟨', lost: '🟥' }[
      verdictAt(turning, made)
    ]
  })
  const words = t(`turning.shared.${key}`, { from, to, moves })
  return `${squares.join('')} ${words}`
}

/** The same of an ended game, as far as it is known; '' where it is not. @param {string | null} game */
export function sharedTurningOf(game) {
  const turning = known.get(game ?? '')
  return turning ? sharedTurning(turning) : ''
}

/** Adds a line to the result of the reader's own game, with the way to the place in the replay. What is not found is left
 * out. @param {State} state @param {Board} board @param {Element} place @param {AbortSignal} left */
export async function addTurning(state, board, place, left) {
  const { game, seat, told } = state
  if (game === null || seat === null || told.length < FEWEST) return
  const [turning] = await Promise.all([
    loadTurning(game, left).catch((error) => {
      if (error instanceof Refusal || left.aborted) return null
      throw error
    }),
    sheet('/static/play/chains.css'),
  ])
  if (!turning || left.aborted || !place.isConnected) return
  const { key } = findingOf(turning)
  if (key === 'unknown') return
  const text = turningText(turning, board, state)
  place.append(
    el(
      'div',
      { class: 'missed-row', 'data-turning': key },
      el('span', {}, text),
      turning.ply === null || key === 'alive'
        ? null
        : el(
            'a',
            {
              class: 'button',
              'data-act': 'turning',
              href: gamePath(game, turning.ply),
            },
            t('act.turning'),
          ),
    ),
  )
  say(text)
}
