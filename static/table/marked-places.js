// Marks on a board for the places, pieces and stacks that a hint or the analysis names.

import { all } from '../core/dom.js'

/** Marks the places named by these texts: moves (`c3 c4`), places, pieces. The last place of a move is marked `to`. Earlier
 * marks are removed; `clearMarks` removes these.
 * @param {HTMLElement} board @param {readonly string[]} texts */
export function markPlaces(board, texts) {
  clearMarks(board)
  for (const text of texts)
    for (const [index, word] of text.split(' ').entries())
      for (const node of named(board, word))
        node.dataset.hinted = index && index === text.split(' ').length - 1 ? 'to' : ''
}

/** Returns the elements on a board that a word names: a place, a stack, a card.
 * @param {HTMLElement} board @param {string} word */
const named = (board, word) =>
  /^[\w-]+$/.test(word)
    ? all(
        board,
        `[data-sq="${word}"], [data-part="${word}"], [data-piece="${word}"]:not([data-sq])`,
      )
    : []

/** @param {HTMLElement} board @param {string} word */
export const isOnBoard = (board, word) => named(board, word).length > 0

/** @param {HTMLElement} board */
export function clearMarks(board) {
  for (const node of all(board, '[data-hinted]')) delete node.dataset.hinted
}
