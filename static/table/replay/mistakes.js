// Judgement of a game's moves by the position values before and after each: the mistakes, their number for each player, and
// for how many moves each player held a proved win.

import { chancesOf, winnerOf } from '../values.js'

export const MISTAKE_CHANCES = 0.1 // given away
const BLUNDER_CHANCES = 0.2
const FOUND_WIN_POINTS = 5000 // value of a win that the search has found but not proved
/** @type {Fault[]} counted as missed forced wins */
const MISSED_WIN_FAULTS = ['win', 'missed']

/** A move: its player, its text, and the positions before and after it.
 * @typedef {object} Made
 * @property {number} seat
 * @property {string} move
 * @property {Valued | undefined} before
 * @property {Valued | undefined} after */
/** Value of a position. `line`: moves that show it, from the best one on.
 * @typedef {{ value: Value | null, best: LegalMove[], line?: LegalMove[] }} Valued */
/** What was wrong: a proved win or draw is certainly given away (`win`, `draw`), or a proved win is no longer seen
 * (`missed`); the other side can force a win (`loss`); `chances` are given away; a solitaire can no longer be won
 * (`lost`), or its best score is lower (`score`).
 * @typedef {'win' | 'draw' | 'missed' | 'loss' | 'chances' | 'lost' | 'score'} Fault */
/** @typedef {{ index: number, seat: number, fault: Fault, kind: 'mistake' | 'blunder', before: Value, after: Value,
 *   best: LegalMove[] }} Mistake */
/** @typedef {Pick<Mistake, 'fault' | 'kind'>} Judgement */

/** @param {Made[]} moves @returns {Mistake[]} */
export const findMistakes = (moves) =>
  moves.flatMap(({ seat, move, before, after }, index) => {
    if (!before?.value || !after?.value) return []
    const { best } = before
    const found = judge(seat, before.value, after.value)
    if (!found || best.some(([text]) => text === move)) return []
    const values = { before: before.value, after: after.value }
    return [{ ...found, ...values, index, seat, best }]
  })

/** Counts the mistakes of each seat; missed forced wins are counted separately.
 * @param {readonly Mistake[]} mistakes @param {number} seats */
export const countMistakes = (mistakes, seats) =>
  Array.from({ length: seats }, (_, seat) => {
    const own = mistakes.filter((one) => one.seat === seat)
    const missed = own.filter(({ fault }) => MISSED_WIN_FAULTS.includes(fault))
    return { mistakes: own.length - missed.length, missed: missed.length }
  })

/** Counts for each seat: its moves, those after which the winner is proved, and those after which it is this seat.
 * @param {readonly Made[]} moves @param {number} seats */
export const heldWins = (moves, seats) =>
  Array.from({ length: seats }, (_, seat) => {
    const results = moves
      .filter((one) => one.seat === seat)
      .map(({ after }) => after?.value && resultFor(seat, after.value))
    const known = results.filter((result) => typeof result === 'number')
    const held = known.filter((result) => result === 1)
    return { count: results.length, known: known.length, held: held.length }
  })

/** @param {number} seat @param {Value} before @param {Value} after @returns {Judgement | null} */
function judge(seat, before, after) {
  if (before.verdict)
    return before.verdict === 'winnable' && after.verdict === 'lost'
      ? { fault: 'lost', kind: 'blunder' }
      : null
  if (before.score && after.score)
    return after.score[0] < before.score[0] ? { fault: 'score', kind: 'mistake' } : null
  return judgeResult(seat, before, after)
}

/** @param {number} seat @param {Value} before @param {Value} after @returns {Judgement | null} */
function judgeResult(seat, before, after) {
  const [was, is] = [resultFor(seat, before), resultFor(seat, after)]
  if (was !== undefined && is !== undefined) {
    if (is >= was) return null
    return { fault: was > 0 ? 'win' : 'draw', kind: 'blunder' }
  }
  const [had, has] = [chancesFor(seat, before), chancesFor(seat, after)]
  if (had === null || has === null) return null
  const kind = had - has < BLUNDER_CHANCES ? 'mistake' : 'blunder'
  if (was === 1) return isFoundWin(seat, after) ? null : { fault: 'missed', kind }
  if (had - has < MISTAKE_CHANCES) return null
  return { fault: is === -1 ? 'loss' : 'chances', kind }
}

/** Returns 1: this seat wins, 0: a draw, -1: it loses; undefined: unknown. @param {number} seat @param {Value} value */
function resultFor(seat, value) {
  const winner = winnerOf(value)
  if (winner === undefined) return undefined
  if (winner === null) return 0
  return winner === seat ? 1 : -1
}

/** Returns the expected score of a seat, null if nothing is known. @param {number} seat @param {Value} value */
export function chancesFor(seat, value) {
  const chances = chancesOf(value)
  return chances === null || seat === 0 ? chances : 1 - chances
}

/** @param {number} seat @param {Value} value */
const isFoundWin = (seat, { points }) =>
  typeof points === 'number' && (seat === 0 ? points : -points) >= FOUND_WIN_POINTS
