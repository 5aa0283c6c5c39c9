// "Play now": the server pairs the player with a waiting opponent, or opens a game that waits for one. A solitaire starts
// immediately.

import { gamePath } from '../app/routes.js'
import { botGame, freshDeal } from './bots.js'
import { find, prepareTable, solitaire } from './games.js'
import { get, post, Refusal } from './http.js'
import { settings } from './settings.js'

/** The requested clock (null: only games without one), and whether the game is rated.
 * @typedef {{ clock: Wire.NewGame['clock'], rated: boolean }} Wish */

const TIMEOUT_MS = 60_000 // includes the search for a winnable deal

/** Against whom a game is played. @typedef {'person' | 'computer' | 'teacher' | 'alone'} Way */

const LAST = 'last' // setting: rules and way of the game started last

/** Returns what was started last on this device; null: nothing yet. @returns {{ rules: string, way: Way } | null} */
export function lastPlayed() {
  const [rules = '', way] = settings.get(LAST, '').split(' ')
  return rules ? { rules, way: /** @type {Way} */ (way) } : null
}

/** Remembers the game and way, unless it is none that the lobby offers: both sides, or from a position.
 * @param {Wire.NewGame} game */
async function rememberPlayed({ rules, bot, seat, position }) {
  if (seat === 'both' || position) return
  const person = solitaire(await find(rules)) ? 'alone' : 'person'
  const machine = bot?.teach ? 'teacher' : 'computer'
  settings.set(LAST, `${rules} ${bot ? machine : person}`)
}

/** @type {Wish} */
const CASUAL = { clock: null, rated: false }

/**
 * Starts a game and returns its path; for two players it is the game that the server pairs them into, or one that waits for
 * an opponent.
 * @param {Rules} rules
 * @param {Wish} [wish]
 * @returns {Promise<string>}
 */
export async function playNow(rules, { clock, rated } = CASUAL) {
  prepareTable(rules)
  if (solitaire(rules)) return createGame(freshDeal(rules))
  return createGame({
    rules: rules.id,
    pair: true,
    clock: clock ?? 'none',
    ...(rated && { rated }),
  })
}

/**
 * Creates a game in which this player has both seats; returns its path.
 * @param {Rules} rules
 */
export const playBoth = (rules) => createGame({ rules: rules.id, seat: 'both' })

/**
 * Creates a game against the bot or the teacher at the last level, at first the lowest; returns its path.
 * @param {Rules} rules
 * @param {boolean} [teach]
 */
export const playBot = (rules, teach) => createGame(botGame(rules, teach))

/**
 * Creates a game; returns its path.
 * @param {Wire.NewGame} game
 * @returns {Promise<string>}
 */
export async function createGame(game) {
  find(game.rules).then(prepareTable, () => {})
  const { url } = await post('/api/games', game, { timeout: TIMEOUT_MS })
  await rememberPlayed(game)
  return url
}

/**
 * Whether the player has a seat in the game.
 * @param {Item} game
 * @param {Person} player
 */
export const hasSeat = (game, player) => game.players.some((seated) => seated?.id === player.id)

/**
 * Joins a waiting game and goes to its page, also if another player was faster, or if it would become casual: its page asks
 * first.
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
 * Whether a rated game would become casual if this player joined it.
 * @param {Item} game
 * @returns {Promise<boolean>}
 */
export const becomesCasual = async ({ id, rated }) =>
  rated && (await get(`/api/games/${id}`)).casual === true
