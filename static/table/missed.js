// Missed win: the forced win that a player missed in an ended game, as a puzzle for both players at the address of
// `missedPath`; and in a solved game, for how many moves the reader held the win. The server searches for some seconds, at
// the first request of one of them.

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
const NOTHING = /** @type {Awaited<ReturnType<typeof load>>} */ ({ missed: null })

/** Loads the missed win; null: none was found. Refusal: also if the reader is not a player of the game.
 * @param {string} id @param {AbortSignal} signal @returns {Promise<Missed | null>} */
export const loadMissed = async (id, signal) => (await load(id, signal)).missed

/** @param {string} id @param {AbortSignal} signal @returns {Promise<{ missed: Missed | null, held?: Wire.HeldWin }>} */
const load = (id, signal) =>
  get(`/api/games/${encodeURIComponent(id)}/missed`, { signal, timeout: TIMEOUT_MS })

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

/** Whether a missed win is told beside a result: not the bot's to who won against it, whose joy it would spoil.
 * @param {Pick<State, 'over' | 'seat' | 'players'>} state @param {Pick<Missed, 'turn'> | null} missed */
export const isTold = ({ over, seat, players }, missed) =>
  missed !== null && !(over?.winner === seat && players[missed.turn]?.bot !== undefined)

/** Whether the server searches this game for wins that its reader or their opponent missed.
 * @param {Rules} rules @param {State} state */
const isSearched = (rules, state) =>
  state.status === 'ended' &&
  state.seat !== null &&
  state.players.length === 2 &&
  !playsBothSides(state) &&
  state.told.length >= MIN_MOVES &&
  hasAbility(rules, 'evaluate')

/** Shows the player who missed a win with a link to the puzzle, and with `withHeld` for how many moves the reader held the
 * win, which an analysis says of both players; hidden until something is found.
 * @param {Rules} rules @param {State} state @param {AbortSignal} signal @param {{ withHeld?: boolean }} [options] */
export function missedRow(rules, state, signal, { withHeld = false } = {}) {
  const { game } = state
  if (!game || !isSearched(rules, state)) return html`<div hidden></div>`
  return html`<${MissedRow} ...${{ state, game, signal, withHeld }} />`
}

/** @param {{ state: State, game: string, signal: AbortSignal, withHeld: boolean }} props */
function MissedRow({ state, game, signal, withHeld }) {
  const known = useSignal(NOTHING)
  useLayoutEffect(() => {
    loadQuietly(game, signal).then((loaded) => {
      const found = isTold(state, loaded.missed) ? loaded : { ...loaded, missed: null }
      known.value = found
      const texts = [
        withHeld && heldText(found.held),
        found.missed && missedText(state, found.missed),
      ]
      const told = texts.filter(Boolean).join(' ')
      if (told) say(told)
    })
  }, [])
  const { missed, held } = known.value
  const own = missed?.turn === state.seat ? 'own' : 'theirs'
  const heldWin = withHeld && heldText(held)
  return html`
    ${heldWin && html`<p data-held=${held?.held}>${heldWin}</p>`}
    <div class="missed-row" hidden=${!missed} data-missed=${missed ? own : undefined}>
      ${
        missed &&
        html`
          <span>${missedText(state, missed)}</span>
          ${linkButton({ act: 'missed', href: missedPath(game) }, t('act.missed'))}`
      }
    </div>`
}

/** Loads what is told and what its row needs; nothing if it was refused, or the page was left.
 * @param {string} game @param {AbortSignal} signal */
async function loadQuietly(game, signal) {
  const [found] = await Promise.all([
    load(game, signal).catch((error) => {
      if (error instanceof Refusal || signal.aborted) return NOTHING
      throw error
    }),
    sheet('/static/table/chains.css'),
  ])
  return signal.aborted ? NOTHING : found
}

/** @param {Wire.HeldWin | undefined} held */
const heldText = (held) =>
  held?.held ? t('missed.held', { held: held.held, count: held.moves }) : ''

/** @param {State} state @param {Missed} missed */
const missedText = (state, missed) =>
  t(missed.turn === state.seat ? 'missed.own' : 'missed.theirs', {
    name: playerName(state, missed.turn),
    number: listNumber(missed),
  })
