// The forced win that a player missed in a game that has ended: the server searches for it when one of the two players asks
// first, for some seconds. It is a puzzle for them, at the address of `missedPath`.

import { missedPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { el, set } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { hasAbility } from '../core/machines.js'
import { playerName, playsBothSides } from './texts.js'

/** @typedef {Wire.MissedWin & { state: State }} Missed */

const TIMEOUT = 60_000 // ms: the search goes last of all that the server has to do
const FEWEST = 6 // moves of a game that is searched

/** Null: none was found. Refusal: also where the reader is no player of the game.
 * @param {string} id @param {AbortSignal} signal @returns {Promise<Missed | null>} */
export async function loadMissed(id, signal) {
  const path = `/api/games/${encodeURIComponent(id)}/missed`
  const { missed } = await get(path, { signal, timeout: TIMEOUT })
  return missed
}

/** The number of the move that gave the win away, as the move list counts: a move of both sides has one number.
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

/** Whether the reader can have missed a win in a game, or their opponent.
 * @param {Rules} rules @param {State} state */
const isSearched = (rules, state) =>
  state.status === 'ended' &&
  state.seat !== null &&
  state.players.length === 2 &&
  !playsBothSides(state) &&
  state.told.length >= FEWEST &&
  hasAbility(rules, 'evaluate')

/** Who missed a win, and the way to the puzzle: empty until one was found, for ever if none is.
 * @param {Rules} rules @param {State} state @param {AbortSignal} signal */
export function missedRow(rules, state, signal) {
  const element = el('div', { class: 'missed-row', hidden: true })
  if (isSearched(rules, state) && state.game)
    fill(element, state, state.game, signal)
  return element
}

/** @param {HTMLElement} element @param {State} state @param {string} game @param {AbortSignal} signal */
async function fill(element, state, game, signal) {
  const [missed] = await Promise.all([
    loadMissed(game, signal).catch((error) => {
      if (error instanceof Refusal || signal.aborted) return null
      throw error
    }),
    sheet('/static/play/chains.css'),
  ])
  if (!missed || signal.aborted) return
  const own = missed.turn === state.seat
  const text = t(own ? 'missed.own' : 'missed.theirs', {
    name: playerName(state, missed.turn),
    number: listNumber(missed),
  })
  element.append(
    el('span', {}, text),
    el(
      'a',
      { class: 'button', href: missedPath(game), 'data-act': 'missed' },
      t('act.missed'),
    ),
  )
  set(element, { hidden: false, 'data-missed': own ? 'own' : 'theirs' })
  say(text)
}
