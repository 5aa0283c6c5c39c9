// Which moves of a game were mistakes, by the values of the positions before and after each. Where values are exact it is a
// move that changed who wins; else one that lost more than a share of the way between a win and a loss.

import { heightOf, winnerOf } from './values.js'

const MISTAKE = 0.25 // of a height, which goes from -1 to 1
const BLUNDER = 0.5

/** One move: who made it, its text, and the position before it and after it.
 * @typedef {object} Made
 * @property {number} seat
 * @property {string} move
 * @property {Valued | undefined} before
 * @property {Valued | undefined} after */
/** @typedef {{ value: Value | null, best: [move: string, told: string][] }} Valued */
/** What was wrong: `win`, `draw`: that was given away for certain; `points` lost; a solitaire that can be won no more
 * (`lost`), or whose best score is less (`score`).
 * @typedef {'win' | 'draw' | 'points' | 'lost' | 'score'} Fault */
/** @typedef {{ index: number, fault: Fault, kind: 'mistake' | 'blunder', before: Value, after: Value,
 *   best: [move: string, told: string][] }} Mistake */

/** @param {Made[]} moves @returns {Mistake[]} */
export const findMistakes = (moves) =>
  moves.flatMap(({ seat, move, before, after }, index) => {
    if (!before?.value || !after?.value) return []
    const { best } = before
    const found = judge(seat, before.value, after.value)
    if (!found || best.some(([text]) => text === move)) return []
    return [{ ...found, index, before: before.value, after: after.value, best }]
  })

/** @param {number} seat @param {Value} before @param {Value} after
 * @returns {Pick<Mistake, 'fault' | 'kind'> | null} */
function judge(seat, before, after) {
  if (before.verdict)
    return before.verdict === 'winnable' && after.verdict === 'lost'
      ? { fault: 'lost', kind: 'blunder' }
      : null
  if (before.score && after.score)
    return after.score[0] < before.score[0]
      ? { fault: 'score', kind: 'mistake' }
      : null
  const [was, is] = [resultFor(seat, before), resultFor(seat, after)]
  if (was !== undefined && is !== undefined) {
    if (is >= was) return null
    return { fault: was > 0 ? 'win' : 'draw', kind: 'blunder' }
  }
  return judgePoints(seat, before, after)
}

/** @param {number} seat @param {Value} before @param {Value} after
 * @returns {Pick<Mistake, 'fault' | 'kind'> | null} */
function judgePoints(seat, before, after) {
  const [was, is] = [heightOf(before), heightOf(after)]
  if (was === null || is === null) return null
  const lost = (was - is) * (seat === 0 ? 1 : -1)
  if (lost < MISTAKE) return null
  return { fault: 'points', kind: lost < BLUNDER ? 'mistake' : 'blunder' }
}

/** 1: this seat wins, 0: a draw, -1: it loses; undefined: nobody knows. @param {number} seat @param {Value} value */
function resultFor(seat, value) {
  const winner = winnerOf(value)
  if (winner === undefined) return undefined
  if (winner === null) return 0
  return winner === seat ? 1 : -1
}
