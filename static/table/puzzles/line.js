// State of a puzzle while its line is played: the moves so far and the last answer of the server. Each function returns the
// state after an event.

/** `moves`: the solver's right moves and the replies; `after`: the shown moves of a wrong try after them.
 * @typedef {object} Line
 * @property {string[]} moves
 * @property {string[]} after
 * @property {'open' | 'refuted' | 'done'} phase
 * @property {number} tries wrong moves so far */

/** @returns {Line} */
export const begin = () => ({ moves: [], after: [], phase: 'open', tries: 0 })

/** Returns the state after the server's answer. A wrong move stays on the board with its refutation, if there is one.
 * @param {Line} line @param {string} move @param {Pick<Wire.PuzzleAnswer, 'right'> & Partial<Wire.PuzzleAnswer>} answer
 * @returns {Line} */
export function answered(line, move, { right, reply, done, refutation = [] }) {
  if (right) {
    const moves = [...line.moves, move, ...(reply ? [reply[0]] : [])]
    return { ...line, moves, phase: done === false ? 'open' : 'done' }
  }
  const tries = line.tries + 1
  if (!refutation.length) return { ...line, tries }
  const after = [move, ...refutation.map(([answer]) => answer)]
  return { ...line, after, phase: 'refuted', tries }
}

/** Returns the state after the wrong move is taken back. @param {Line} line @returns {Line} */
export const retried = (line) => ({ ...line, after: [], phase: 'open' })

/** Returns the moves that the board shows. @param {Line} line */
export const shown = ({ moves, after }) => [...moves, ...after]

/** Returns how many moves of the solver were right. @param {Line} line */
export const found = ({ moves }) => Math.ceil(moves.length / 2)

/** Returns the key of the sentence about the last answer; `missed`: about the missed win of a game.
 * @param {Line} line @param {Pick<Wire.PuzzleAnswer, 'right'> & Partial<Wire.PuzzleAnswer>} answer @param {boolean} missed */
export function sentenceKey({ phase, tries }, answer, missed) {
  if (!answer.right) return answer.refutation?.length ? 'puzzle.refuted' : 'puzzle.wrong'
  if (answer.slower) return 'puzzle.slower'
  if (missed) return 'puzzle.right'
  if (phase === 'open') return 'puzzle.right.reply'
  return tries ? 'puzzle.done.later' : 'puzzle.done'
}
