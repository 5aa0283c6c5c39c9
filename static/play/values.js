// What is known of a position, in words and as a height: 1 is a win of seat 0 (of a solitaire: of the player), -1 a loss.

import { number } from '../core/format.js'
import { seatName } from '../core/games.js'
import { t } from '../core/i18n.js'

const PAWN = 100 // points
const STEEP = 600 // points at which one side is nearly sure to win
const FAR = 80 // moves; a win that far away is half as high as one at once
const EVEN = 30 // points, within which neither side is better
const WINNING = 1000 // points, from which a side is said to win
const VERDICTS = { winnable: 1, unknown: 0, lost: -1 }

/** Who wins for certain: a seat, null for a draw; undefined: nobody knows.
 * @param {Value} value @returns {number | null | undefined} */
export function winnerOf({ exact, winner, points, verdict, score }) {
  if (typeof winner === 'number') return winner
  const other = points ?? verdict ?? score
  return exact && (other === undefined || other === null) ? null : undefined
}

/** Null where there is no height: nothing is known, or only a score.
 * @param {Value | null | undefined} value @returns {number | null} */
export function heightOf(value) {
  if (!value) return null
  if (value.verdict) return VERDICTS[value.verdict]
  const winner = winnerOf(value)
  if (winner === null) return 0
  if (winner !== undefined) {
    const far = Math.min(value.plies ?? 0, FAR) / FAR
    return (winner === 0 ? 1 : -1) * (1 - far / 2)
  }
  if (typeof value.points === 'number')
    return 0.9 * Math.tanh(value.points / STEEP)
  return null
}

/** The heights of all positions; scores are spread between the lowest and the highest of them.
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

/** "+1.5", of seat 0's points; from 10 pawns on whole ones. @param {number} points */
export function pawns(points) {
  const size = Math.abs(points) / PAWN
  const text = number(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))
  return `${points < 0 ? '−' : '+'}${text}`
}

/** The seats' own names. @param {Rules} rules */
const seatNames = (rules) => rules.seats.map((_, seat) => seatName(rules, seat))

/** A position's value as a sentence; sides: how the players are called, in the order of the seats.
 * @param {Rules} rules @param {Value | null | undefined} value @param {string[]} [sides] */
export function valueText(rules, value, sides = seatNames(rules)) {
  if (!value) return t('analysis.unknown')
  if (value.verdict) return t(`analysis.verdict.${value.verdict}`)
  if (value.score?.length)
    return t('analysis.score', { score: number(value.score[0]) })
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
  if (Math.abs(points) < EVEN) return t('analysis.even', params)
  const key = Math.abs(points) < WINNING ? 'better' : 'winning'
  return t(`analysis.${key}`, params)
}
