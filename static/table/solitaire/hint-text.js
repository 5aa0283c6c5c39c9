// Hints as values: their sentences, and the positions that they are about.

import { knows, list, t } from '../../core/i18n.js'
import { isOnBoard } from '../marked-places.js'
import { readableText } from '../texts.js'

/** What is asked for: a move, or whether the game can still be won. @typedef {'move' | 'winnable'} Ask */

/** Whether both states have the same position of one running game.
 * @param {State} one @param {State} other */
export const isSame = (one, other) =>
  other.status === 'live' &&
  one.told.length === other.told.length &&
  one.view.position === other.view.position

/** Whether a hint at the first position says that it is lost: no move of the player has lost it.
 * @param {{ text: string, told: readonly string[] }} hint `told`: of the state */
export const isLostFromStart = ({ text, told }) => text === 'lost' && told.length === 0

/** Returns the sentence of a hint: the family's, or a common one with the names of what it is about.
 * @param {Wire.Hint} hint @param {Ask} what @param {Pick<SolitaireTable, 'board' | 'rules' | 'state'>} table */
export function hintSentence({ text, about, move, told, value }, what, { board, rules, state }) {
  const names = about.map((word) => {
    if (isOnBoard(board.element, word)) return board.name(word, state)
    const call = word === move ? board.words.tell?.(word, state) : null
    return call ?? readableText(board, word)
  })
  const params = {
    about: list(names),
    one: names[0],
    two: names[1],
    three: names[2],
    move: told === null ? '' : readableText(board, told),
    count: about.length,
    score: value?.score?.[0] ?? null,
  }
  if (isLostFromStart({ text, told: state.told }))
    return t(state.start === null ? 'deal.lost' : 'deal.lost.position')
  const verdict = value?.verdict && `hint.verdict.${value.verdict}`
  const known = [`${rules.family}.hint.${text}`, what === 'winnable' && verdict].find(
    (key) => key && knows(key),
  )
  if (known) return t(known, params)
  return t(told === null ? 'hint.about' : 'hint.move', params)
}
