// The columns of the leaderboards: which there are, what each is sorted by, and what it shows.

import { el } from '../core/dom.js'
import {
  formatDuration,
  lasted,
  moment,
  score as scoreText,
} from '../core/format.js'
import { sequence, t } from '../core/i18n.js'
import { ratingText } from '../core/people.js'

/** @typedef {'score' | 'streak' | 'wins' | 'rating'} Kind what the entries are ranked by */
/** @typedef {Wire.LeaderboardEntry | Wire.RatingEntry} Entry */

/** @type {Record<Kind, string[]>} */
export const COLUMNS = {
  score: ['rank', 'player', 'score', 'moves', 'time', 'assists', 'at'],
  streak: ['rank', 'player', 'best', 'current', 'at'],
  wins: ['rank', 'player', 'wins', 'games', 'at'],
  rating: ['rank', 'player', 'rating', 'deviation', 'rated'],
}

/** @type {Record<string, (entry: Wire.LeaderboardEntry) => string | number[]>} */
const RESULT_KEYS = {
  score: (entry) => entry.score,
  moves: (entry) => [entry.moves ?? 0],
  time: (entry) => [entry.ms ?? 0],
  assists: (entry) => [
    entry.undone + entry.hints + Number(entry.certified),
    entry.hints,
  ],
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

/** What a column is sorted by. @type {Record<string, (entry: any) => string | number[]>} */
export const SORT_KEYS = {
  rank: (/** @type {Entry} */ entry) => [entry.rank],
  player: (/** @type {Entry} */ entry) => entry.player.name,
  ...RESULT_KEYS,
  ...RATING_KEYS,
}

/**
 * A number: bare under its column's heading, with its unit where there is no room for columns.
 * @param {string} name
 * @param {number} count
 */
const numberWithUnit = (name, count) => [
  el('span', { class: 'bare' }, t('honour.number', { number: count })),
  el('span', { class: 'named' }, t(`honour.${name}`, { count })),
]

const number = (/** @type {number} */ value) =>
  t('honour.number', { number: value })

const FASTEST = 5 // moves a second that hands may make on average
const JUDGED = 10 // moves from which on a result is judged

/**
 * Whether a result is much faster than hands: more than FASTEST moves a second. Moves that gained a point are left out, at
 * most half of all, since cards run home by themselves.
 * @param {Pick<Wire.LeaderboardEntry, 'moves' | 'ms' | 'score'>} entry
 */
export function isVeryFast({ moves, ms, score }) {
  if (moves === null || ms === null || moves < JUDGED) return false
  const byHand = Math.max(moves - score[0], moves / 2)
  return byHand * 1000 > FASTEST * ms
}

const fastMark = () =>
  el(
    'span',
    {
      class: 'fast-mark',
      role: 'img',
      'aria-label': t('honour.fast'),
      title: t('honour.fast'),
    },
    '⚡',
  )

/** @param {Wire.LeaderboardEntry} entry @returns {Child} */
function time(entry) {
  const { ms, sittings } = entry
  if (ms === null) return null
  const text =
    sittings !== null && sittings > 1
      ? t('honour.sittings', { time: formatDuration(ms), count: sittings })
      : formatDuration(ms)
  return isVeryFast(entry)
    ? [lasted(ms, text), ' ', fastMark()]
    : lasted(ms, text)
}

/** @param {Wire.LeaderboardEntry} entry */
function assists({ undone, hints, certified, first }) {
  const used = [
    undone ? t('honour.undone', { count: undone }) : null,
    hints ? t('assist.hints', { count: hints }) : null,
    certified ? t('assist.certified') : null,
    first ? null : t('honour.rehearsed'),
  ].filter((text) => text !== null)
  return used.length
    ? sequence(used)
    : el('span', { class: 'bare' }, t('honour.unaided'))
}

/** "1662?" with the word for who cannot see what the mark means. @param {Wire.RatingEntry} entry */
const rating = (entry) => [
  ratingText(entry),
  entry.provisional
    ? el('span', { class: 'visually-hidden' }, ` ${t('honour.provisional')}`)
    : null,
]

/** @type {Record<string, (entry: Wire.LeaderboardEntry, oneDay: boolean) => Child>} */
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

/** @type {Record<string, (entry: Wire.RatingEntry) => Child>} */
const RATING_CELLS = {
  rating,
  deviation: ({ deviation }) => t('honour.deviation', { deviation }),
  rated: ({ games }) => numberWithUnit('rated', games),
}

/** What a column shows, but for the player. @type {Record<string, (entry: any, oneDay: boolean) => Child>} */
export const CELLS = {
  rank: (/** @type {Entry} */ { rank }) => number(rank),
  ...RESULT_CELLS,
  ...RATING_CELLS,
}
