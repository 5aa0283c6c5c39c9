// The player of this browser.

import { get, post } from './http.js'

/** @type {Promise<Me> | null} */
let request = null
/** @type {Set<() => unknown>} */
const listeners = new Set()

/** The player. A visitor becomes a guest, silently, the first time that a page needs a player.
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

/** The player has signed in or out, or changed their name: asks the server again, and so do those who listen. */
export function forgetMe() {
  request = null
  for (const listener of listeners) listener()
}

/** Calls `listener` when the player may be another one, or has another name. @param {() => unknown} listener */
export function onPlayerChange(listener) {
  listeners.add(listener)
}
