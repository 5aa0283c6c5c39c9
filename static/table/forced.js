// Which moves of a list were compulsory captures: `view.must` of the state before a move says so, to every viewer alike.

/** Marks those moves of which it is not known yet, one request after the other. record: {plies, frame(ply)} as in
 * replay/sources.js; `holds(index)` says, after each answer, whether the list still begins with the moves before that index. */
export async function markPast(moves, board, { plies, frame }, holds) {
  for (const index of moves.unmarked()) {
    if (index >= plies.length) return
    const forced = board.forced(await frame(plies[index] - 1))
    if (!holds(index)) return
    moves.mark(index, forced)
  }
}

/** The marks of a live game: mark(state) marks the next move by its state, and by earlier frames those that this page
 * did not see: made before it was opened, or while the connection was down. */
export class LiveMarks {
  #state = null
  #asking = false
  #left = false

  constructor(moves, board, rules) {
    Object.assign(this, { moves, board, rules })
  }

  mark(state) {
    this.#state = state
    if (!this.board.forced) return
    if (state.status === 'live')
      this.moves.mark(state.told.length, this.board.forced(state))
    if (!this.#asking && this.moves.unmarked().length) this.#past(state)
  }

  leave() {
    this.#left = true
  }

  async #past(state) {
    const same = (move, index) => this.#state.told[index] === move
    const holds = (index) =>
      !this.#left && state.told.slice(0, index).every(same)
    this.#asking = true
    try {
      const { played } = await import('../replay/sources.js')
      await markPast(
        this.moves,
        this.board,
        await played(state.game, state, this.rules),
        holds,
      )
    } catch {
      // What could not be asked is asked for again when the next state arrives.
    }
    this.#asking = false
  }
}
