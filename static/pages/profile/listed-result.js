// Result of a finished game in a list of a player's games.

import { hasAbility } from '../../core/bots.js'
import { score as scoreText } from '../../core/format.js'
import { seatName, solitaire } from '../../core/games.js'
import { sentence, sequence, t } from '../../core/i18n.js'

/** Returns the result as this player sees it; if they had both seats, the winning side; of a solitaire also the score.
 * @param {Wire.Over} over @param {number[]} score @param {Rules} rules @param {number} seat
 * @param {Person | null} opponent */
export function listedResult({ winner, reason }, score, rules, seat, opponent) {
  if (reason === 'aborted') return t('me.result.aborted')
  if (solitaire(rules))
    return winner === null ? unsolvedText(score, rules) : solvedText(score, rules)
  if (winner === null) return t('me.result.draw')
  if (!opponent) return t('me.result.side', { seat: seatName(rules, winner) })
  return t(winner === seat ? 'me.result.won' : 'me.result.lost')
}

/** Returns what was reached, in the words of the family where it has some: "50 of 56". @param {number[]} score @param {Rules} rules */
function unsolvedText(score, { family }) {
  const unsolved = t('me.result.unsolved')
  if (!score.length) return unsolved
  const reached = sentence(`${family}.over.reached`, { count: score[0] ?? 0 })
  return sequence([unsolved, reached ?? t('me.result.score', { score: scoreText(score) })])
}

/** Of a game of cards in the open every solved one has the same score. @param {number[]} score @param {Rules} rules */
function solvedText(score, rules) {
  const solved = t('me.result.solved')
  if (!score.length || hasAbility(rules, 'winnable')) return solved
  return sequence([solved, t('me.result.score', { score: scoreText(score) })])
}
