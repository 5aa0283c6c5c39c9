// Evaluation of a position, in words and as a height: 1 is a win of seat 0 (solitaire: of the player), -1 a loss.

import { number } from '../core/format.js'
import { seatName } from '../core/games.js'
import { t } from '../core/i18n.js'

const PAWN_POINTS = 100
const NEAR_WIN_POINTS = 600 // at which one side is nearly sure to win
const FAR_WIN_MOVES = 80 // a win so many moves away has half the height of an immediate one
const MAX_EVEN_POINTS = 30 // within which neither side is better
const MIN_WINNING_POINTS = 1000 // from which a side is said to win
const VERDICTS = { winnable: 1, unknown: 0, lost: -1 }

/** Returns the seat that is proved to win, null for a proved draw; undefined: unknown.
 * @param {Value} value @returns {number | null | undefined} */
export function winnerOf({ exact, winner, points, verdict, score }) {
  if (typeof winner === 'number') return winner
  const other = points ?? verdict ?? score
  return exact && (other === undefined || other === null) ? null : undefined
}

/** Returns the height of a value; null: nothing is known, or only a score.
 * @param {Value | null | undefined} value @returns {number | null} */
export function heightOf(value) {
  if (!value) return null
  if (value.verdict) return VERDICTS[value.verdict]
  const winner = winnerOf(value)
  if (winner === null) return 0
  if (winner !== undefined) {
    const far = Math.min(value.plies ?? 0, FAR_WIN_MOVES) / FAR_WIN_MOVES
    return (winner === 0 ? 1 : -1) * (1 - far / 2)
  }
  if (typeof value.points === 'number') return 0.9 * Math.tanh(value.points / NEAR_WIN_POINTS)
  return null
}

/** Returns the heights of all positions; scores are scaled between the lowest and the highest of them.
 * @param {(Value | null | undefined)[]} values */
export function heightsOf(values) {
  const scores = values.flatMap((value) => value?.score?.[0] ?? [])
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  return values.map((value) => {
    const score = value?.score?.[0]
    if (score === undefined) return heightOf(value)
    return high > low ? (2 * (score - low)) / (high - low) - 1 : 0
  })
}

/** Returns "+1.5", from seat 0's points; from 10 pawns on without decimals. @param {number} points */
export function pawns(points) {
  const size = Math.abs(points) / PAWN_POINTS
  const text = number(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))
  return `${points < 0 ? '−' : '+'}${text}`
}

/** Returns the names of the seats. @param {Rules} rules */
const seatNames = (rules) => rules.seats.map((_, seat) => seatName(rules, seat))

/** Returns a position's value as a sentence; sides: names of the players, in the order of the seats.
 * @param {Rules} rules @param {Value | null | undefined} value @param {string[]} [sides] */
export function valueText(rules, value, sides = seatNames(rules)) {
  if (!value) return t('analysis.unknown')
  if (value.verdict) return t(`analysis.verdict.${value.verdict}`)
  if (value.score?.length) return t('analysis.score', { score: number(value.score[0]) })
  const winner = winnerOf(value)
  if (winner === null) return t('analysis.draw')
  if (winner !== undefined) {
    const seat = sides[winner]
    return value.plies
      ? t('analysis.wins_in', { seat, count: value.plies })
      : t('analysis.wins', { seat })
  }
  return pointsText(value, sides)
}

/** @param {Value} value @param {string[]} sides */
function pointsText({ points, depth }, sides) {
  if (typeof points !== 'number') return t('analysis.unknown')
  const params = {
    seat: sides[points < 0 ? 1 : 0],
    points: pawns(Math.abs(points)),
    depth: number(depth ?? 0),
  }
  if (Math.abs(points) < MAX_EVEN_POINTS) return t('analysis.even', params)
  const key = Math.abs(points) < MIN_WINNING_POINTS ? 'better' : 'winning'
  return t(`analysis.${key}`, params)
}
