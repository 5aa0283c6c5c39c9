// Columns of the leaderboards: sort keys and cells.

import { formatDuration, score as scoreText } from '../../core/format.js'
import { sequence, t } from '../../core/i18n.js'
import { ratingText } from '../../core/people.js'
import { lasted, moment } from '../../kit/time.js'
import { html } from '../../vendor/preact.js'

/** @typedef {'score' | 'streak' | 'wins' | 'rating'} Kind the ranking */
/** @typedef {Wire.LeaderboardEntry | Wire.RatingEntry} Entry */
/** @typedef {import('../../app/leaderboard-query.js').LeaderboardQuery} LeaderboardQuery */

/** @type {Record<Kind, string[]>} */
export const COLUMNS = {
  score: ['rank', 'player', 'score', 'moves', 'time', 'assists', 'at'],
  streak: ['rank', 'player', 'best', 'current', 'at'],
  wins: ['rank', 'player', 'wins', 'games', 'at'],
  rating: ['rank', 'player', 'rating', 'deviation', 'rated'],
}

/** Whether the games of a board cannot be looked at yet: they are at the deal of `today`, which the player has not finished.
 * @param {{ query: Pick<LeaderboardQuery, 'deal' | 'period' | 'date'>, own?: object | null }} board
 * @param {string} today */
export const isSecret = ({ query: { deal, period, date }, own }, today) =>
  deal === null && period === null && (date ?? today) >= today && !own

/** @type {Record<string, (entry: Wire.LeaderboardEntry) => string | number[]>} */
const RESULT_KEYS = {
  score: (entry) => entry.score,
  moves: (entry) => [entry.moves ?? 0],
  time: (entry) => [entry.ms ?? 0],
  assists: (entry) => [entry.undone + entry.hints, entry.hints],
  at: (entry) => [entry.at],
  best: (entry) => [entry.score[0]],
  current: (entry) => [entry.score[1]],
  wins: (entry) => [entry.score[0]],
  games: (entry) => [entry.score[1]],
}

/** @type {Record<string, (entry: Wire.RatingEntry) => string | number[]>} */
const RATING_KEYS = {
  rating: (entry) => [entry.rating],
  deviation: (entry) => [entry.deviation],
  rated: (entry) => [entry.games],
}

/** Sort keys by column. @type {Record<string, (entry: any) => string | number[]>} */
export const SORT_KEYS = {
  rank: (/** @type {Entry} */ entry) => [entry.rank],
  player: (/** @type {Entry} */ entry) => entry.player.name,
  ...RESULT_KEYS,
  ...RATING_KEYS,
}

/** Shows a number, with its unit where there is no room for columns. @param {string} name @param {number} count */
const numberWithUnit = (name, count) => html`
  <span class="bare">${number(count)}</span>
  <span class="named">${t(`honour.${name}`, { count })}</span>`

const number = (/** @type {number} */ value) => t('honour.number', { number: value })

const MAX_HAND_SPEED = 5 // moves a second on average that hands can make
const MIN_MARKED_MOVES = 10 // moves; shorter results are not marked

/** Whether a result is much faster than hands: more than MAX_HAND_SPEED moves a second. Moves that gained a point are left
 * out, at most half of all, since cards can go home automatically.
 * @param {Pick<Wire.LeaderboardEntry, 'moves' | 'ms' | 'score'>} entry */
export function isVeryFast({ moves, ms, score }) {
  if (moves === null || ms === null || moves < MIN_MARKED_MOVES) return false
  const byHand = Math.max(moves - score[0], moves / 2)
  return byHand * 1000 > MAX_HAND_SPEED * ms
}

const fastMark = () => html`
  <span class="fast-mark" role="img" aria-label=${t('honour.fast')} title=${t('honour.fast')}>⚡</span>`

/** @param {Wire.LeaderboardEntry} entry @returns {Content} */
function time(entry) {
  const { ms, sittings } = entry
  if (ms === null) return null
  const text =
    sittings !== null && sittings > 1
      ? t('honour.sittings', { time: formatDuration(ms), count: sittings })
      : formatDuration(ms)
  return isVeryFast(entry) ? html`${lasted(ms, text)} ${fastMark()}` : lasted(ms, text)
}

/** What helped; that nothing did is said to screen readers only. @param {Wire.LeaderboardEntry} entry */
function assists({ undone, hints, first }) {
  const used = [
    undone ? t('honour.undone', { count: undone }) : null,
    hints ? t('assist.hints', { count: hints }) : null,
    first ? null : t('honour.rehearsed'),
  ].filter((text) => text !== null)
  if (used.length) return sequence(used)
  return html`<span class="visually-hidden">${t('honour.unaided')}</span>`
}

/** Shows "1662?", with "provisional" for screen readers. @param {Wire.RatingEntry} entry */
const rating = (entry) => html`
  ${ratingText(entry)}
  ${entry.provisional && html`<span class="visually-hidden"> ${t('honour.provisional')}</span>`}`

/** @type {Record<string, (entry: Wire.LeaderboardEntry, oneDay: boolean) => Content>} */
const RESULT_CELLS = {
  score: ({ score }) => scoreText(score),
  moves: ({ moves }) => numberWithUnit('moves', moves ?? 0),
  time,
  assists,
  at: ({ at }, oneDay) => moment(at, oneDay),
  best: ({ score }) => number(score[0]),
  current: ({ score }) => numberWithUnit('current', score[1]),
  wins: ({ score }) => number(score[0]),
  games: ({ score }) => numberWithUnit('games', score[1]),
}

/** @type {Record<string, (entry: Wire.RatingEntry) => Content>} */
const RATING_CELLS = {
  rating,
  deviation: ({ deviation }) => t('honour.deviation', { deviation }),
  rated: ({ games }) => numberWithUnit('rated', games),
}

/** Cells by column, without the player's. @type {Record<string, (entry: any, oneDay: boolean) => Content>} */
export const CELLS = {
  rank: (/** @type {Entry} */ { rank }) => number(rank),
  ...RESULT_CELLS,
  ...RATING_CELLS,
}
