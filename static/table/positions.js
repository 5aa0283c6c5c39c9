// Cache of the positions of a game by ply: each is requested at most once, many in one request.

import { seatName } from '../core/games.js'
import { get, post } from '../core/http.js'

export const MAX_POSITIONS = 200 // in one response

/** Positions of one game: received ones and those that the client requests. */
export class Positions {
  /** @type {Map<number, State>} by ply */
  #known = new Map()
  /** @type {Map<number, Promise<void>>} running requests, by their first ply */
  #requests = new Map()

  /** load(from, to): loads the positions of these plies, both included; size: maximal number of positions in a request.
   * @param {(from: number, to: number) => Promise<State[]>} load @param {number} [size] */
  constructor(load, size = MAX_POSITIONS) {
    this.load = load
    this.size = size
  }

  /** @param {State} state received elsewhere */
  add(state) {
    this.#known.set(state.ply, state)
  }

  /** Returns the position at a ply if it is in the cache.
   * @param {number} ply */
  known(ply) {
    return this.#known.get(ply)
  }

  /** Returns the position at a ply; newest: the last ply of the game. The request includes missing neighbours.
   * @param {number} ply @param {number} newest @returns {Promise<State>} */
  async at(ply, newest) {
    const known = this.#known.get(ply)
    if (known) return known
    const start = ply - (ply % this.size)
    const running = this.#requests.get(start)
    if (running) {
      await running
      return this.at(ply, newest)
    }
    const request = this.#fetch(start, Math.min(start + this.size - 1, newest))
    this.#requests.set(start, request)
    try {
      await request
    } finally {
      this.#requests.delete(start)
    }
    const found = this.#known.get(ply)
    if (!found) throw new Error(`no position at ply ${ply}`)
    return found
  }

  /** Loads the positions of a range, except known ones at its ends.
   * @param {number} from @param {number} to */
  async #fetch(from, to) {
    let [first, last] = [from, to]
    while (this.#known.has(first)) first += 1
    while (this.#known.has(last)) last -= 1
    for (const state of await this.load(first, last)) this.add(state)
  }
}

/** Returns the positions of a game played on this server.
 * @param {string} id */
export const gamePositions = (id) =>
  new Positions(async (from, to) => {
    const path = `/api/games/${encodeURIComponent(id)}/frames`
    /** @type {{ items: State[] }} */
    const { items } = await get(`${path}?from=${from}&to=${to}`)
    return items
  })

/** Returns the state after moves tried from a position; the server stores nothing.
 * @param {Rules} rules @param {State} from @param {string[]} moves @returns {Promise<State>} */
export const loadVariation = (rules, from, moves) =>
  post('/api/lines', {
    rules: rules.id,
    version: from.version,
    position: from.view.position,
    moves,
  })

/** Returns players named after their seats.
 * @param {Rules} rules @returns {Person[]} */
export const seatPlayers = (rules) =>
  rules.seats.map((_, seat) => ({ id: '', name: seatName(rules, seat) }))
