// Missed win: the forced win that a player missed in an ended game, as a puzzle for both players at the address of
// `missedPath`. The server searches for some seconds, at the first request of one of them.

import { missedPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { hasAbility } from '../core/bots.js'
import { sheet } from '../core/files.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { linkButton } from '../kit/button.js'
import { html, useLayoutEffect, useSignal } from '../vendor/preact.js'
import { playerName, playsBothSides } from './texts.js'

/** @typedef {Wire.MissedWin & { state: State }} Missed */

const TIMEOUT_MS = 60_000 // the search has the lowest priority of the server
const MIN_MOVES = 6 // of a searched game

/** Loads the missed win; null: none was found. Refusal: also if the reader is not a player of the game.
 * @param {string} id @param {AbortSignal} signal @returns {Promise<Missed | null>} */
export async function loadMissed(id, signal) {
  const path = `/api/games/${encodeURIComponent(id)}/missed`
  const { missed } = await get(path, { signal, timeout: TIMEOUT_MS })
  return missed
}

/** Returns the number, as in the move list, of the move that gave the win away: a move of both sides has one number.
 * @param {Pick<Missed, 'number' | 'turn'>} missed */
export function listNumber({ number, turn }) {
  const index = number - 1
  const first = (turn + index) % 2
  return Math.floor((index + first) / 2) + 1
}

/** @param {State} state of the game @param {Missed} missed */
export const missedTitle = (state, { turn }) =>
  turn === state.seat
    ? t('missed.title')
    : t('missed.title.theirs', { name: playerName(state, turn) })

/** Whether the server searches this game for wins that its reader or their opponent missed.
 * @param {Rules} rules @param {State} state */
const isSearched = (rules, state) =>
  state.status === 'ended' &&
  state.seat !== null &&
  state.players.length === 2 &&
  !playsBothSides(state) &&
  state.told.length >= MIN_MOVES &&
  hasAbility(rules, 'evaluate')

/** Shows the player who missed a win and a link to the puzzle; hidden until one is found.
 * @param {Rules} rules @param {State} state @param {AbortSignal} signal */
export function missedRow(rules, state, signal) {
  const { game } = state
  if (!game || !isSearched(rules, state)) return html`<div hidden></div>`
  return html`<${MissedRow} state=${state} game=${game} signal=${signal} />`
}

/** @param {{ state: State, game: string, signal: AbortSignal }} props */
function MissedRow({ state, game, signal }) {
  const missed = useSignal(/** @type {Missed | null} */ (null))
  useLayoutEffect(() => {
    loadQuietly(game, signal).then((found) => {
      if (!found) return
      missed.value = found
      say(missedText(state, found))
    })
  }, [])
  const found = missed.value
  const own = found?.turn === state.seat ? 'own' : 'theirs'
  return html`
    <div class="missed-row" hidden=${!found} data-missed=${found ? own : undefined}>
      ${
        found &&
        html`
          <span>${missedText(state, found)}</span>
          ${linkButton({ act: 'missed', href: missedPath(game) }, t('act.missed'))}`
      }
    </div>`
}

/** Loads the missed win and what its row needs; null: there is none, it was refused, or the page was left.
 * @param {string} game @param {AbortSignal} signal */
async function loadQuietly(game, signal) {
  const [missed] = await Promise.all([
    loadMissed(game, signal).catch((error) => {
      if (error instanceof Refusal || signal.aborted) return null
      throw error
    }),
    sheet('/static/play/chains.css'),
  ])
  return signal.aborted ? null : missed
}

/** @param {State} state @param {Missed} missed */
const missedText = (state, missed) =>
  t(missed.turn === state.seat ? 'missed.own' : 'missed.theirs', {
    name: playerName(state, missed.turn),
    number: listNumber(missed),
  })
