// Deals of a day with the player's attempts, and the square of each.

import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { assistsText } from '../../table/solitaire/result-text.js'

/** @typedef {'new' | 'live' | 'done' | 'missed'} Status of the player's attempt at a deal */

/** `state`: of the ended game, `statistics`: of the deal; each null while it is secret. `place`: of an attempt that counts.
 * @typedef {object} Deal
 * @property {Wire.Daily} day
 * @property {Rules} rules
 * @property {Wire.Attempt | null} attempt
 * @property {Status} status
 * @property {State | null} state
 * @property {Wire.Place | null} place
 * @property {Wire.Statistics | null} statistics
 */

/** @typedef {'solved' | 'helped' | 'played' | 'live' | 'open'} Square */
/** The attempt of a square: only a first attempt that ended within the day is more than open or in progress.
 * @typedef {Pick<Deal, 'attempt' | 'state'>} Attempted */

/** @type {Record<Square, string>} */
const SIGNS = {
  solved: '🟩',
  helped: '🟨',
  played: '🟥',
  live: '⬜',
  open: '⬜',
}

/** Reads the deals of a day that has begun, in the order of the games.
 * @param {Wire.Daily} day @param {Rules[]} rules @param {AbortSignal} signal */
export async function readDeals(day, rules, signal) {
  const isCounted = Object.values(day.mine).some(({ counted }) => counted)
  /** @type {Wire.Places} */
  const { items } = isCounted
    ? await get(`/api/daily/places?date=${day.date}`, { signal })
    : { items: {} }
  return Promise.all(rules.map((item) => readDeal(day, item, items[item.id], signal)))
}

/** @param {Wire.Daily} day @param {Rules} rules @param {Wire.Place | undefined} place @param {AbortSignal} signal
 * @returns {Promise<Deal>} */
async function readDeal(day, rules, place, signal) {
  const attempt = day.mine[rules.id] ?? null
  const status = statusOf(day, attempt)
  const ended = status === 'done' ? attempt : null
  const open = ended !== null || day.date < day.today
  const [state, statistics] = await Promise.all([
    ended && get(`/api/games/${encodeURIComponent(ended.game)}`, { signal }),
    open ? get(`/api/statistics/${rules.id}?date=${day.date}`, { signal }) : null,
  ])
  const counted = ended?.counted ? (place ?? null) : null
  return { day, rules, attempt, status, state, place: counted, statistics }
}

/** @param {Wire.Daily} day @param {Wire.Attempt | null} attempt @returns {Status} */
function statusOf(day, attempt) {
  if (attempt) return attempt.status === 'ended' ? 'done' : 'live'
  return day.date < day.today ? 'missed' : 'new'
}

/** Returns the square of a deal. @param {Attempted} deal @returns {Square} */
export function squareOf({ attempt, state }) {
  if (!attempt?.counted) return 'open'
  if (attempt.status === 'live' || !state) return 'live'
  if (state.over?.winner !== 0) return 'played'
  return state.tally?.hints ? 'helped' : 'solved'
}

/** Whether a deal of this square was played to its end. @param {Square} square */
export const isEnded = (square) => square !== 'open' && square !== 'live'

/** Returns the shared text of the day without the link: the number of deals solved without help, a square for each deal, and
 * undo and help in all attempts that count.
 * @param {string} date @param {Attempted[]} deals */
export function dayToShare(date, deals) {
  const squares = deals.map(squareOf)
  const ended = deals.filter((_, index) => isEnded(squares[index]))
  const sum = (/** @type {'undone' | 'hints'} */ what) =>
    ended.reduce((all, { state }) => all + (state?.tally?.[what] ?? 0), 0)
  return t('daily.day.line', {
    date,
    solved: squares.filter((square) => square === 'solved').length,
    all: squares.length,
    squares: squares.map((square) => SIGNS[square]).join(''),
    aids: assistsText({ undone: sum('undone'), hints: sum('hints') }),
  })
}
