// Evaluation of a position: the chances of a side, and the value in words and as a height (1 is a win of seat 0 or of the
// player of a solitaire, -1 a loss).

import { number, percent } from '../core/format.js'
import { seatName } from '../core/games.js'
import { t } from '../core/i18n.js'

// With so many points a side scores 73 %: measured by `make chances`, docs/performance.md.
const POINTS_SCALE = 650
const MAX_SHOWN_CHANCES = 0.99 // more only if the win is proved
const MAX_EVEN_CHANCES = 0.525 // up to which neither side is better
const FAR_WIN_MOVES = 80 // a win so many moves away has half the height of an immediate one
const VERDICTS = { winnable: 1, unknown: 0, lost: -1 }

/** Returns the seat that is proved to win, null for a proved draw; undefined: unknown.
 * @param {Value} value @returns {number | null | undefined} */
export function winnerOf({ exact, winner, points, verdict, score }) {
  if (typeof winner === 'number') return winner
  const other = points ?? verdict ?? score
  return exact && (other === undefined || other === null) ? null : undefined
}

/** Returns the expected score of seat 0 in a game for two, from 0 to 1; null: nothing is known.
 * @param {Value} value @returns {number | null} */
export function chancesOf(value) {
  const winner = winnerOf(value)
  if (winner === null) return 0.5
  if (winner !== undefined) return winner === 0 ? 1 : 0
  return typeof value.points === 'number' ? 1 / (1 + Math.exp(-value.points / POINTS_SCALE)) : null
}

/** Returns "71%"; neither 0 nor 100%, which are proved. @param {number} chances */
export const chancesText = (chances) =>
  percent(Math.min(MAX_SHOWN_CHANCES, Math.max(1 - MAX_SHOWN_CHANCES, chances)))

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
  const chances = chancesOf(value)
  return chances === null ? null : 0.9 * (2 * chances - 1)
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
  const chances = chancesOf(value)
  if (chances === null) return t('analysis.unknown')
  const better = Math.max(chances, 1 - chances)
  return t(better <= MAX_EVEN_CHANCES ? 'analysis.even' : 'analysis.better', {
    seat: sides[chances < 0.5 ? 1 : 0],
    chances: chancesText(better),
    depth: number(value.depth ?? 0),
  })
}
