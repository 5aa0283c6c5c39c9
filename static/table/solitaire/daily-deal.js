// The daily deal that a game is at, and its mark.

import { shortDay } from '../../core/format.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'
import { nextGame } from './next-game.js'

/**
 * The daily deal of a game. `counted`: the attempt counts; `over`: the day is over; `late`: it ended before this attempt;
 * `next`: the id of a game whose deal of that day the player has not begun; `begun`: the number of deals begun, `of` so many;
 * `days`: in a row with a solved deal; `freezes`: days of this month that may still be missed.
 * @typedef {{ date: string, counted: boolean, over: boolean, late: boolean, winnable: boolean, next: string | null,
 *   begun: number, of: number, days: number, freezes: number }} DailyDeal
 */

/**
 * Returns the daily deal of today that a game is at; null: its deal is no secret.
 * @param {Rules} rules
 * @param {State} state
 */
export async function dealOfToday(rules, state) {
  const day = await dealOfDay(rules, state)
  return day?.over ? null : day
}

/** Requests by game and status. @type {Map<string, Promise<DailyDeal | null>>} */
const cache = new Map()

/**
 * Returns the daily deal that a game is at: of the day that its state names, or of today if its deal was requested by its
 * number; null: it is none. Requested once and cached: some browsers refuse the clipboard when the press was too long ago.
 * @param {Rules} rules
 * @param {State} state
 * @returns {Promise<DailyDeal | null>}
 */
export function dealOfDay(rules, state) {
  const key = `${state.game} ${state.status}`
  const cached = cache.get(key)
  if (cached) return cached
  const request = requestDeal(rules, state).catch((error) => {
    cache.delete(key)
    throw error
  })
  cache.set(key, request)
  return request
}

/**
 * @param {Rules} rules
 * @param {State} state
 * @returns {Promise<DailyDeal | null>}
 */
async function requestDeal(rules, { game, deal, daily }) {
  /** @type {Wire.Daily} */
  const day = await get(daily ? `/api/daily?date=${daily}` : '/api/daily', { shared: true })
  const attempt = day.mine[rules.id]
  const own = attempt !== undefined && attempt.game === game
  const same = deal !== null && deal === day.deals[rules.id]
  if (!own && !same && !daily) return null
  const over = day.date < day.today
  return {
    date: day.date,
    counted: own && attempt.counted,
    over,
    late: over && own && !attempt.counted && !attempt.practice,
    winnable: day.winnable.includes(rules.id),
    next: nextGame(day, rules.id),
    begun: Object.keys(day.deals).filter((id) => id in day.mine || id === rules.id).length,
    of: Object.keys(day.deals).length,
    days: day.streak?.current ?? 0,
    freezes: day.freezes ?? 0,
  }
}

/**
 * Shows the mark of a daily deal: "Daily · Nov 22".
 * @param {DailyDeal} day
 * @param {number | null} seat
 */
export const markContent = (day, seat) =>
  html`${markText(day, seat)} ${day.winnable && !day.late && winnableSign()}`

/**
 * Returns "Daily · Nov 22"; for the player's later attempts "Rehearsal · Nov 22", after the day "Nov 22 · practice".
 * @param {Pick<DailyDeal, 'date' | 'counted' | 'late' | 'over'>} day
 * @param {number | null} seat
 */
export function markText(day, seat) {
  const again = day.over ? 'daily.mark.practice' : 'daily.mark.rehearsal'
  return t(isRehearsal(day, seat) ? again : 'daily.mark', { day: shortDay(day.date) })
}

/**
 * Whether the game is a later attempt of the player.
 * @param {Pick<DailyDeal, 'counted' | 'late'>} day
 * @param {number | null} seat
 */
export const isRehearsal = ({ counted, late }, seat) => seat !== null && !counted && !late

/** The mark of a deal proved to be winnable, with words where there is room. */
const winnableSign = () => html`
  <span
    class="winnable"
    data-winnable
    role="img"
    aria-label=${t('deal.winnable')}
    title=${t('deal.winnable')}
  >
    ${icon('check')}<span class="winnable-words"> ${t('deal.winnable')}</span>
  </span>`
