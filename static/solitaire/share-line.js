// Line that shares a result at a daily deal. It reveals nothing of the deal: neither its number nor a replay, only the
// address of the public page.

import { dailyPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { formatDuration, shortDay } from '../core/format.js'
import { name } from '../core/games.js'
import { get } from '../core/http.js'
import { sequence, t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { share } from '../core/share.js'
import { resultText } from '../play/texts.js'

/** @typedef {Pick<State, 'score' | 'tally'>} Result of an ended solitaire */

/**
 * The daily deal of a game. `counted`: the attempt counts; `over`: the day is over; `late`: it ended before this attempt;
 * `next`: the id of a game whose deal of that day the player has not begun.
 * @typedef {{ date: string, counted: boolean, over: boolean, late: boolean, winnable: boolean, next: string | null }} DailyDeal
 */

/**
 * Returns undo and help in words.
 * @param {{ undone: number, hints: number } | null} tally
 * @param {string | null} [certified] for a certified deal
 */
export function assistsText(tally, certified = null) {
  const { undone, hints } = tally ?? { undone: 0, hints: 0 }
  return sequence([
    undone ? t('daily.undone', { count: undone }) : t('daily.undone.none'),
    ...(hints ? [t('assist.hints', { count: hints })] : []),
    ...(certified ? [certified] : []),
  ])
}

/**
 * Returns the line of an ended game without the link. `counted`: the attempt counts.
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
 * Returns the shared text of a result without the link: the line, whether the deal was solved, and a picture in signs, the
 * board's or a square.
 * @param {string} date
 * @param {Rules} rules
 * @param {State} state
 * @param {boolean} counted
 * @param {Board | null} board
 * @param {string} [turning] where the game was lost
 */
export function resultToShare(
  date,
  rules,
  state,
  counted,
  board,
  turning = '',
) {
  const picture =
    board?.shareText?.(state) ?? (state.over?.winner === 0 ? '🟩' : '🟥')
  const line = resultLine(date, rules, state, counted)
  const lines = [line, resultText(rules, state), picture, turning]
  return lines.filter(Boolean).join('\n')
}

/**
 * Shares a result with the page of its day, its game first. Returns the sentence about the outcome.
 * @param {string} date
 * @param {Rules} rules
 * @param {State} state
 * @param {boolean} counted
 * @param {Board | null} board
 * @param {string} [turning] as of `resultToShare`
 */
export const shareLine = (date, rules, state, counted, board, turning) =>
  share(
    dailyPath(date, rules.id),
    name(rules),
    resultToShare(date, rules, state, counted, board, turning),
  )

/**
 * Shows the mark of a daily deal in `place`, "Daily · Nov 22", or in a result that the attempt ended after its day; resolves
 * to the daily deal. The place stays hidden if the game's deal is none or nothing is known.
 * @param {HTMLElement} place
 * @param {Rules} rules
 * @param {State} state
 * @param {boolean} inResult
 * @returns {Promise<DailyDeal | null>}
 */
export async function markDaily(place, rules, state, inResult) {
  place.hidden = true
  if (!rules.daily || state.start !== null) return null
  const day = await dealOfDay(rules, state).catch(() => null)
  if (!day) return null
  const isLate = inResult && day.late && state.status === 'ended'
  place.hidden = false
  place.className = 'daily-mark'
  place.dataset.daily = day.date
  place.replaceChildren(
    isLate
      ? t('daily.late', { day: shortDay(day.date) })
      : markText(day, state.seat),
    day.winnable && !day.late ? winnableSign() : '',
  )
  return day
}

/**
 * Returns "Daily · Nov 22", or "Rehearsal · Nov 22" for the player's later attempts.
 * @param {Pick<DailyDeal, 'date' | 'counted' | 'late'>} day
 * @param {number | null} seat
 */
export function markText(day, seat) {
  const key = isRehearsal(day, seat) ? 'daily.mark.rehearsal' : 'daily.mark'
  return t(key, { day: shortDay(day.date) })
}

/**
 * Whether the game is a later attempt of the player.
 * @param {Pick<DailyDeal, 'counted' | 'late'>} day
 * @param {number | null} seat
 */
export const isRehearsal = ({ counted, late }, seat) =>
  seat !== null && !counted && !late

/** Creates the mark of a deal proved to be winnable, with words where there is room. */
const winnableSign = () =>
  el(
    'span',
    {
      class: 'winnable',
      'data-winnable': true,
      role: 'img',
      'aria-label': t('deal.winnable'),
      title: t('deal.winnable'),
    },
    icon('check'),
    el('span', { class: 'winnable-words' }, ` ${t('deal.winnable')}`),
  )

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
  const day = await get(daily ? `/api/daily?date=${daily}` : '/api/daily')
  const attempt = day.mine[rules.id]
  const own = attempt !== undefined && attempt.game === game
  const same = deal !== null && deal === day.deals[rules.id]
  if (!own && !same && !daily) return null
  const over = day.date < day.today
  return {
    date: day.date,
    counted: own && attempt.counted,
    over,
    late: over && own && !attempt.counted,
    winnable: day.winnable.includes(rules.id),
    next: nextGame(day, rules.id),
  }
}

/**
 * Returns the next game whose deal the player has not begun: the featured one, else the first in the order of the page; null:
 * there is none.
 * @param {Pick<Wire.Daily, 'deals' | 'featured' | 'mine'>} day
 * @param {string} played
 */
export function nextGame({ deals, featured, mine }, played) {
  const left = [featured, ...Object.keys(deals)].filter(
    (id) => id in deals && !(id in mine) && id !== played,
  )
  return left[0] ?? null
}
