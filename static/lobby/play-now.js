// "Play now": the server pairs the player with whoever waits for such a game, or opens one that waits. A solitaire begins at
// once.

import { gamePath } from '../app/routes.js'
import { find, prepareTable, solitaire } from '../core/games.js'
import { get, post, Refusal } from '../core/http.js'
import { computerGame } from '../core/machines.js'

/** The clock that is wished, and whether the game is to be rated.
 * @typedef {{ clock: Wire.NewGame['clock'], rated: boolean }} Wish */

const PATIENCE = 60_000 // ms: a deal that can be won is searched for

/** @type {Wish} */
const CASUAL = { clock: null, rated: false }

/**
 * The path of the game to play: for two players the one that the server pairs them into, or the one that waits for such an
 * opponent.
 * @param {Rules} rules
 * @param {Wish} [wish]
 * @returns {Promise<string>}
 */
export async function playNow(rules, { clock, rated } = CASUAL) {
  prepareTable(rules)
  if (solitaire(rules)) return createGame({ rules: rules.id })
  return createGame({
    rules: rules.id,
    pair: true,
    ...(clock && { clock }),
    ...(rated && { rated }),
  })
}

/**
 * The path of a new game in which this player has both seats.
 * @param {Rules} rules
 */
export const playBoth = (rules) => createGame({ rules: rules.id, seat: 'both' })

/**
 * The path of a new game against the computer, or the teacher, at the level that was chosen last; at first at the lowest.
 * @param {Rules} rules
 * @param {boolean} [teach]
 */
export const playComputer = (rules, teach) =>
  createGame(computerGame(rules, teach))

/**
 * Creates a game; the path of its page.
 * @param {Wire.NewGame} game
 * @returns {Promise<string>}
 */
export async function createGame(game) {
  find(game.rules).then(prepareTable, () => {})
  return (await post('/api/games', game, { timeout: PATIENCE })).url
}

/**
 * Whether the player has a seat in the game.
 * @param {Item} game
 * @param {Person} player
 */
export const hasSeat = (game, player) =>
  game.players.some((seated) => seated?.id === player.id)

/**
 * Joins a game that waits, and goes there: also where somebody else was quicker, and where it would be casual, which its page
 * says first.
 * @param {Item} game
 * @param {Go} go
 */
export async function join(game, go) {
  if (!(await becomesCasual(game)))
    await post(`/api/games/${game.id}/join`).catch((error) => {
      if (!(error instanceof Refusal) || error.status !== 409) throw error
    })
  await go(gamePath(game.id))
}

/**
 * Whether a rated game would be casual if this player joined it: its page says so before they do.
 * @param {Item} game
 * @returns {Promise<boolean>}
 */
export const becomesCasual = async ({ id, rated }) =>
  rated && (await get(`/api/games/${id}`)).casual === true
