// Earlier positions of the game on a table, by the number of moves in effect: received ones from the socket, the others
// from the server.

import { get } from '../core/http.js'
import { movePlies } from './log.js'
import { gamePositions } from './positions.js'

export class History {
  /** @type {number[]} the ply after each move in effect, as far as known */
  #plies = []
  /** @type {string[]} the moves of `#plies` */
  #told = []

  /** @param {string} id @param {Iterable<State>} states received before, oldest first */
  constructor(id, states) {
    this.id = id
    this.positions = gamePositions(id)
    for (const state of states) this.add(state)
  }

  /** @param {State} state a received one, newer than all before it */
  add(state) {
    const { told, ply } = state
    this.positions.add(state)
    const same = told.findIndex((move, place) => move !== this.#told[place])
    this.#plies.length = Math.min(this.#plies.length, same < 0 ? told.length : same)
    if (told.length) this.#plies[told.length - 1] = ply
    if (ply === told.length) this.#plies = told.map((_, index) => index + 1)
    this.#told = told
  }

  /** Returns the position after the first `made` moves of the newest state.
   * @param {number} made @param {State} newest @returns {Promise<State>} */
  async at(made, newest) {
    if (made && !this.#plies[made - 1]) {
      /** @type {Wire.Log} */
      const { entries } = await get(`/api/games/${encodeURIComponent(this.id)}/log`)
      this.#plies = movePlies(entries)
    }
    const ply = made ? this.#plies[made - 1] : 0
    return this.positions.at(ply, newest.ply)
  }
}
