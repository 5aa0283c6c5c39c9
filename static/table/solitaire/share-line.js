// The line that shares a result at a deal of the day.

import { dailyPath } from '../../app/routes.js'
import { name } from '../../core/games.js'
import { get } from '../../core/http.js'
import { share } from '../../core/share.js'
import { loadPar } from './par.js'
import { dailyLine } from './result-text.js'

/** @typedef {import('./daily-deal.js').DailyDeal} DailyDeal */

/**
 * Shares a result at a deal of the day: one line with number, par and place, and the address of the day's page, which opens
 * the same deal and names this result. Returns the sentence about the outcome.
 * @param {DailyDeal} day
 * @param {Rules} rules
 * @param {State} state
 * @param {Board} board
 */
export async function shareLine({ date, counted }, rules, state, board) {
  const { par, place } = await factsToShare(date, rules, state)
  const own = counted ? place : null // that of the reader's attempt which counts, not of another game
  const line = dailyLine(date, rules, state, { counted, board, par, place: own })
  return share(dailyPath(date, rules.id, state.game), name(rules), line)
}

/** Requests of par and place by game: some browsers refuse the clipboard when the press was too long ago.
 * @type {Map<string, Promise<{ par: Wire.Par | null, place: Wire.Place | null }>>} */
const toShare = new Map()

/**
 * Loads par and place of a result at a deal of the day; null: not known. Requested once, again if the place could not be read.
 * @param {string} date
 * @param {Rules} rules
 * @param {State} state
 */
export function factsToShare(date, rules, state) {
  const key = state.game ?? ''
  const known = toShare.get(key)
  if (known) return known
  const facts = Promise.all([
    loadPar(rules, state),
    get(`/api/daily/places?date=${date}`, { shared: true }).catch(() => {
      toShare.delete(key)
      return null
    }),
  ]).then(([par, places]) => ({
    par,
    place: /** @type {Wire.Places | null} */ (places)?.items[rules.id] ?? null,
  }))
  toShare.set(key, facts)
  return facts
}
