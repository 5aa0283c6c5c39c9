// Player of this browser.

import { get, post } from './http.js'

/** @type {Promise<Me> | null} */
let request = null
/** @type {Set<() => unknown>} */
const listeners = new Set()

/** Returns the player. A visitor becomes a guest, silently, when a page first needs a player.
 * @returns {Promise<Me>} */
export function me() {
  request ??= get('/api/me')
    .then((/** @type {Wire.Me} */ response) => {
      const { player, reset } = response
      return player ? { ...player, reset } : post('/api/players/guest')
    })
    .catch((error) => {
      request = null
      throw error
    })
  return request
}

/** Drops the cached player after signing in or out or a change of name, and notifies the listeners. */
export function forgetMe() {
  request = null
  for (const listener of listeners) listener()
}

/** Calls `listener` when the player or their name may have changed. @param {() => unknown} listener */
export function onPlayerChange(listener) {
  listeners.add(listener)
}
