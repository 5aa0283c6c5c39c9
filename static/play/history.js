// The earlier positions of the game on a table, by the number of moves in effect: what the socket brought, and the rest
// from the server.

import { get } from '../core/http.js'
import { gamePositions, movePlies } from './positions.js'

export class History {
  /** @type {number[]} for each move in effect the ply after it, as far as known */
  #plies = []
  /** @type {string[]} the moves that `#plies` is about */
  #told = []

  /** @param {string} id @param {Iterable<State>} states those that arrived before, the oldest first */
  constructor(id, states) {
    this.id = id
    this.positions = gamePositions(id)
    for (const state of states) this.add(state)
  }

  /** @param {State} state one that has arrived, newer than those before */
  add(state) {
    const { told, ply } = state
    this.positions.add(state)
    const same = told.findIndex((move, place) => move !== this.#told[place])
    this.#plies.length = Math.min(
      this.#plies.length,
      same < 0 ? told.length : same,
    )
    if (told.length) this.#plies[told.length - 1] = ply
    if (ply === told.length) this.#plies = told.map((_, index) => index + 1)
    this.#told = told
  }

  /** The position after so many of the newest state's moves.
   * @param {number} made @param {State} newest @returns {Promise<State>} */
  async at(made, newest) {
    if (made && !this.#plies[made - 1]) {
      /** @type {Wire.Log} */
      const { entries } = await get(
        `/api/games/${encodeURIComponent(this.id)}/log`,
      )
      this.#plies = movePlies(entries)
    }
    const ply = made ? this.#plies[made - 1] : 0
    return this.positions.at(ply, newest.ply)
  }
}
