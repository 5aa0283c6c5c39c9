// Which moves of a game were mistakes, by the values of the positions before and after each; how many each player made; and
// for how many moves each held a win that was proved.

import { winnerOf } from '../play/values.js'

export const MISTAKE = 300 // points given away
const BLUNDER = 600
export const DECIDED = 2000 // points; what goes beyond them changes nothing
const FOUND = 5000 // points: a win that the search has found and not proved
/** @type {Fault[]} what counts as a forced win that was missed */
const MISSED = ['win', 'missed']

/** One move: who made it, its text, and the position before it and after it.
 * @typedef {object} Made
 * @property {number} seat
 * @property {string} move
 * @property {Valued | undefined} before
 * @property {Valued | undefined} after */
/** `line`: moves that show the value, from the best one on.
 * @typedef {{ value: Value | null, best: LegalMove[], line?: LegalMove[] }} Valued */
/** What was wrong: a win or a draw that was proved is given away for certain (`win`, `draw`), or a proved win is seen no
 * more (`missed`); the other side can force a win (`loss`); `points` are given away; a solitaire can be won no more
 * (`lost`), or its best score is less (`score`).
 * @typedef {'win' | 'draw' | 'missed' | 'loss' | 'points' | 'lost' | 'score'} Fault */
/** `points`: how many were given away, where that is the fault.
 * @typedef {{ index: number, seat: number, fault: Fault, kind: 'mistake' | 'blunder', points: number, before: Value,
 *   after: Value, best: LegalMove[] }} Mistake */
/** @typedef {Pick<Mistake, 'fault' | 'kind' | 'points'>} Judgement */

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

/** The mistakes of each seat; forced wins that were missed are counted apart.
 * @param {readonly Mistake[]} mistakes @param {number} seats */
export const countMistakes = (mistakes, seats) =>
  Array.from({ length: seats }, (_, seat) => {
    const own = mistakes.filter((one) => one.seat === seat)
    const missed = own.filter(({ fault }) => MISSED.includes(fault))
    return { mistakes: own.length - missed.length, missed: missed.length }
  })

/** For each seat: its moves, those after which it is proved who wins, and those after which it was this seat.
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
      ? { fault: 'lost', kind: 'blunder', points: 0 }
      : null
  if (before.score && after.score)
    return after.score[0] < before.score[0]
      ? { fault: 'score', kind: 'mistake', points: 0 }
      : null
  return judgeResult(seat, before, after)
}

/** @param {number} seat @param {Value} before @param {Value} after @returns {Judgement | null} */
function judgeResult(seat, before, after) {
  const [was, is] = [resultFor(seat, before), resultFor(seat, after)]
  if (was !== undefined && is !== undefined) {
    if (is >= was) return null
    return { fault: was > 0 ? 'win' : 'draw', kind: 'blunder', points: 0 }
  }
  const [had, has] = [pointsFor(seat, before), pointsFor(seat, after)]
  if (had === null || has === null) return null
  const points = clamp(had) - clamp(has)
  const kind = points < BLUNDER ? 'mistake' : 'blunder'
  if (was === 1) return has < FOUND ? { fault: 'missed', kind, points } : null
  if (points < MISTAKE) return null
  return { fault: is === -1 ? 'loss' : 'points', kind, points }
}

/** 1: this seat wins, 0: a draw, -1: it loses; undefined: nobody knows. @param {number} seat @param {Value} value */
function resultFor(seat, value) {
  const winner = winnerOf(value)
  if (winner === undefined) return undefined
  if (winner === null) return 0
  return winner === seat ? 1 : -1
}

/** The points of a seat; what is proved is worth those of a win that was found. @param {number} seat @param {Value} value */
function pointsFor(seat, value) {
  const result = resultFor(seat, value)
  if (result !== undefined) return result * FOUND
  if (typeof value.points !== 'number') return null
  return seat === 0 ? value.points : -value.points
}

/** @param {number} points */
const clamp = (points) => Math.max(-DECIDED, Math.min(DECIDED, points))
