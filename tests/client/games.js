// Rules, players and states of made-up games, as the server tells them, and a server that answers with them.

import { mock } from 'node:test'

export const ANN = { id: 'a', name: 'Ann' }
export const BEN = { id: 'b', name: 'Ben' }

/** A game for two without anything special, but for these changes.
 * @param {string} id @param {Partial<Rules>} [changes] @returns {Rules} */
export const rulesOf = (id, changes) => ({
  ...{ id, family: id, title: id, version: 1, seats: ['first', 'second'], options: {} },
  ...{ dealt: false, hides: false, uneven: false, draws: false, daily: false },
  ...{ presets: [], machine: null },
  ...changes,
})

/** A live state of Ann's game with Ben, seen from her seat, which is to move. @param {object} [changes] @returns {any} */
export const stateOf = (changes) => ({
  ...{ status: 'live', game: 'g', ply: 0, seat: 0, turn: 0, players: [ANN, BEN] },
  ...{ told: [], legal: [], acts: [], offers: [], view: {}, over: null, deal: null, start: null },
  ...changes,
})

/** Such a state after the end. @param {number | null} winner @param {string} reason @param {object} [changes] */
export const endedState = (winner, reason, changes) =>
  stateOf({ status: 'ended', turn: null, over: { winner, reason }, ...changes })

/** Answers every request with JSON; returns the requests: [method, path, body].
 * @param {(path: string, body: any) => unknown} answer a value, or a response */
export function serve(answer) {
  /** @type {[method: string | undefined, path: string, body: any][]} */
  const requests = []
  mock.method(
    globalThis,
    'fetch',
    async (/** @type {string} */ path, /** @type {RequestInit} */ how) => {
      const body = how.body && JSON.parse(String(how.body))
      requests.push([how.method, path, body])
      const value = answer(path, body)
      return value instanceof Response ? value : Response.json(value)
    },
  )
  return requests
}
