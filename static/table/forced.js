// Marks the compulsory captures of a move list: `view.must` of the state before a move holds them, for every viewer alike.

/** @typedef {ReturnType<typeof import('./move-list.js').moveList>} MoveList */

/** Marks those moves of which it is not known yet, one request after the other. `holds(index)`, after each response:
 * whether the list still begins with the moves before that index.
 * @param {MoveList} moves @param {Board} board @param {Pick<ReplaySource, 'plies' | 'frame'>} source
 * @param {(index: number) => boolean} holds */
export async function markPastMoves(moves, board, { plies, frame }, holds) {
  for (const index of moves.unmarked()) {
    if (index >= plies.length) return
    const forced = Boolean(board.forced?.(await frame(plies[index] - 1)))
    if (!holds(index)) return
    moves.mark(index, forced)
  }
}

/** The marks of a live game: mark(state) marks the next move by its state, and by earlier frames those that this page
 * did not see: made before it was opened, or while the connection was down. */
export class ForcedMarks {
  /** @type {string[]} the moves of the newest state */
  #notations = []
  #asking = false
  #left = false

  /** source(state): what the replay of the game goes through.
   * @param {MoveList} moves @param {Board} board @param {(state: State) => Promise<ReplaySource>} source */
  constructor(moves, board, source) {
    this.moves = moves
    this.board = board
    this.source = source
  }

  /** @param {State} state */
  mark(state) {
    this.#notations = state.told
    if (!this.board.forced) return
    if (state.status === 'live')
      this.moves.mark(state.told.length, Boolean(this.board.forced(state)))
    if (!this.#asking && this.moves.unmarked().length) this.#markPast(state)
  }

  leave() {
    this.#left = true
  }

  /** @param {State} state */
  async #markPast(state) {
    const holds = (/** @type {number} */ index) =>
      !this.#left &&
      state.told
        .slice(0, index)
        .every((move, place) => this.#notations[place] === move)
    this.#asking = true
    try {
      const source = await this.source(state)
      await markPastMoves(this.moves, this.board, source, holds)
    } catch {
      // What could not be asked is asked for again when the next state arrives.
    }
    this.#asking = false
  }
}
