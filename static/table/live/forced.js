// Marks of the compulsory moves in a live game's move list: the board knows by the state before a move whether it was one, for
// every viewer alike.

import { Refusal } from '../../core/http.js'

/** @import { MoveList } from '../move-list.js' */

/** Marks of one game. mark(state): marks the next move by its state, and requests earlier positions for the moves that this
 * page did not see: made before it was opened, or while the connection was down. */
export class ForcedMarks {
  /** @type {string[]} the moves of the newest state */
  #notations = []
  #asking = false

  /** position(made): loads the position after that many moves; left: aborted when the page is left.
   * @param {MoveList} moves @param {Board} board @param {(made: number) => Promise<State>} position
   * @param {AbortSignal} left */
  constructor(moves, board, position, left) {
    this.moves = moves
    this.board = board
    this.position = position
    this.left = left
  }

  /** @param {State} state */
  mark(state) {
    this.#notations = state.told
    if (!this.board.forced) return
    if (state.status === 'live')
      this.moves.mark(state.told.length, Boolean(this.board.forced(state)))
    if (!this.#asking && this.moves.unmarked().length) this.#markPast(state)
  }

  /** Requests missing positions; one that fails is requested again with the next state.
   * @param {State} state */
  async #markPast({ told }) {
    const holds = (/** @type {number} */ index) =>
      !this.left.aborted &&
      told.slice(0, index).every((move, place) => this.#notations[place] === move)
    this.#asking = true
    try {
      for (const index of this.moves.unmarked()) {
        const before = await this.position(index)
        if (!holds(index)) break
        this.moves.mark(index, Boolean(this.board.forced?.(before)))
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    } finally {
      this.#asking = false
    }
  }
}
