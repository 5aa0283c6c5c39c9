// Marks on a board for what a hint or the analysis speaks of: the places of moves, of pieces and of stacks.

import { all } from '../core/dom.js'

/** Marks the places that these texts name: moves (`c3 c4`), places, pieces; the last place of a move as `to`. The marks go
 * with `clearMarks`.
 * @param {HTMLElement} board @param {readonly string[]} texts */
export function markPlaces(board, texts) {
  clearMarks(board)
  for (const text of texts)
    for (const [index, word] of text.split(' ').entries())
      for (const node of named(board, word))
        node.dataset.hinted =
          index && index === text.split(' ').length - 1 ? 'to' : ''
}

/** What a word names on a board: a place, a stack, a card.
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
