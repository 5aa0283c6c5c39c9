// What a solitaire's result says in a number and in a line to share.

import { hasAbility } from '../../core/bots.js'
import { number, score as scoreText, shortDay } from '../../core/format.js'
import { name } from '../../core/games.js'
import { sequence, t } from '../../core/i18n.js'
import { hasGivenUp, resultText } from '../texts.js'

const MIN_COMPARED = 10 // ranked players from which on the best part is told instead of the rank
const NUMBERED = /^(\d[\d,.]*)\s*(.*)$/s

/** The number that leads a result, and what it counts. @typedef {{ number: string, unit: string }} Achievement */

/** A place on the leaderboard of a day's deal. @typedef {Pick<Wire.Place, 'rank' | 'of'>} Standing */

/** Returns the number that leads a result: the moves of a solved game of cards in the open, else the points or what else
 * the score counts first ("41 of 56", "3 of 4 horsemen").
 * @param {Rules} rules @param {State} state @param {Pick<Board, 'words'> | null} board @returns {Achievement} */
export function achievement(rules, state, board) {
  const { over, tally, score } = state
  if (over?.winner === 0 && tally && hasAbility(rules, 'winnable'))
    return { number: number(tally.made), unit: t('result.moves', { count: tally.made }) }
  for (const text of [resultText(rules, state), board?.words.score?.(state), scoreText(score)]) {
    const [, first, unit] = text?.match(NUMBERED) ?? []
    if (first) return { number: first, unit: unit || t('result.points', { count: score[0] ?? 0 }) }
  }
  return { number: '', unit: '' }
}

/** Returns undo and help in words. No undo is no merit of a game that was given up, which is told instead.
 * @param {{ undone: number, hints: number } | null} tally @param {boolean} [gaveUp] */
export function assistsText(tally, gaveUp = false) {
  const { undone, hints } = tally ?? { undone: 0, hints: 0 }
  return sequence(
    [
      gaveUp ? t('result.given-up') : '',
      undone ? t('daily.undone', { count: undone }) : '',
      undone || gaveUp ? '' : t('daily.undone.none'),
      hints ? t('assist.hints', { count: hints }) : '',
    ].filter(Boolean),
  )
}

/** Returns "top 10 %" among many, else "rank 2 of 5"; '': alone or not ranked. @param {Standing | null} place */
export function placePart(place) {
  if (!place || place.of < 2) return ''
  const { rank, of } = place
  if (of < MIN_COMPARED) return t('result.rank', { rank, of })
  return t('result.top', { percent: String(Math.ceil((100 * rank) / of)) })
}

/** Returns the par of a deal, else its best known score, as one number; '': neither is known. @param {Wire.Par | null} par */
function parPart(par) {
  const score = par?.par ?? par?.best
  return score?.length ? t('result.par', { par: score[0] }) : ''
}

/** Returns the line that shares a result at a deal of the day, which reveals nothing of the deal: "Citadel, Nov 26: 73 moves,
 * top 10 %". Help is named, that the game was given up, and an attempt that does not count.
 * @param {string} date @param {Rules} rules @param {State} state
 * @param {{ counted: boolean, board: Pick<Board, 'words'> | null, par?: Wire.Par | null, place?: Standing | null }} facts */
export function dailyLine(date, rules, state, { counted, board, par = null, place = null }) {
  const { number: first, unit } = achievement(rules, state, board)
  const hints = state.tally?.hints
  const parts = [
    `${first} ${unit}`.trim(),
    hasGivenUp(rules, state) ? t('result.given-up') : '',
    parPart(par),
    placePart(place),
    hints ? t('assist.hints', { count: hints }) : '',
    counted ? '' : t('result.rehearsed'),
  ]
  return t('daily.line', {
    game: name(rules),
    day: shortDay(date),
    parts: sequence(parts.filter(Boolean)),
  })
}
