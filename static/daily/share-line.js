// The line that shares a result at a deal of the day. It reveals nothing of the deal: neither its number nor a game that
// could be looked through, only the address of the public page.

import { dailyPath } from '../app/routes.js'
import { formatDuration, shortDay } from '../core/format.js'
import { name } from '../core/games.js'
import { get } from '../core/http.js'
import { sequence, t } from '../core/i18n.js'
import { share } from '../core/share.js'

/** @typedef {Pick<State, 'score' | 'tally'>} Result of an ended solitaire */

/** What is known of a game's deal of today. @typedef {{ date: string, counted: boolean }} TodaysDeal */

/**
 * What was taken back and what the machine has helped with, in words.
 * @param {{ undone: number, hints: number } | null} tally
 * @param {boolean} [certified] the deal was asked for as one that can be won
 */
export function assistsText(tally, certified = false) {
  const { undone, hints } = tally ?? { undone: 0, hints: 0 }
  return sequence([
    undone ? t('daily.undone', { count: undone }) : t('daily.undone.none'),
    ...(hints ? [t('assist.hints', { count: hints })] : []),
    ...(certified ? [t('assist.certified')] : []),
  ])
}

/**
 * The line of an ended game, without the link. `counted`: it was the attempt that counts.
 * @param {string} date
 * @param {Rules} rules
 * @param {Result} result
 */
export function resultLine(date, rules, { score, tally }, counted = true) {
  const params = {
    date,
    game: name(rules),
    score: score.join('/'),
    moves: t('daily.moves', { count: tally?.made ?? 0 }),
    time: formatDuration(tally?.ms ?? 0),
    aids: assistsText(tally),
  }
  return t(counted ? 'daily.line' : 'daily.line.rehearsed', params)
}

/**
 * The result as it is shared, without the link: the line and under it a picture in signs, the board's own or one square.
 * @param {string} date
 * @param {Rules} rules
 * @param {State} state
 * @param {boolean} counted
 * @param {Board | null} board
 */
export function resultToShare(date, rules, state, counted, board) {
  const picture =
    board?.shareText?.(state) ?? (state.over?.winner === 0 ? '🟩' : '🟥')
  return `${resultLine(date, rules, state, counted)}\n${picture}`
}

/**
 * Shares a result with the page of its day, where its game stands first. Returns the sentence about the outcome.
 * @param {string} date
 * @param {Rules} rules
 * @param {State} state
 * @param {boolean} counted
 * @param {Board | null} board
 */
export const shareLine = (date, rules, state, counted, board) =>
  share(
    dailyPath(date, rules.id),
    name(rules),
    resultToShare(date, rules, state, counted, board),
  )

/**
 * Shows the mark of a deal of today in `place`: "Daily · Nov 22". It stays hidden where the game is at none, or nobody can
 * tell.
 * @param {HTMLElement} place
 * @param {Rules} rules
 * @param {State} state
 */
export async function markDaily(place, rules, state) {
  place.hidden = true
  if (!rules.daily || state.start !== null) return
  const day = await dealOfToday(rules, state).catch(() => null)
  if (!day) return
  place.hidden = false
  place.className = 'daily-mark'
  place.dataset.daily = day.date
  place.textContent = t('daily.mark', { day: shortDay(day.date) })
}

/** Requests by game and status. @type {Map<string, Promise<TodaysDeal | null>>} */
const cache = new Map()

/**
 * Whether a game's deal is one of today; null: its deal is no secret to anybody. Requested once and cached: some browsers
 * take nothing into the clipboard when the press was long ago.
 * @param {Rules} rules
 * @param {State} state
 * @returns {Promise<TodaysDeal | null>}
 */
export function dealOfToday(rules, state) {
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
 * @returns {Promise<TodaysDeal | null>}
 */
async function requestDeal(rules, { game, deal }) {
  /** @type {Wire.Daily} */
  const day = await get('/api/daily')
  const attempt = day.mine[rules.id]
  const own = attempt !== undefined && attempt.game === game
  const same = deal !== null && deal === day.deals[rules.id]
  return own || same
    ? { date: day.date, counted: own && attempt.counted }
    : null
}
