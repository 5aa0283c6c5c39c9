// The player of this browser.

import { get, post } from './http.js'

/** @type {Promise<Person> | null} */
let request = null

/** The player. A visitor becomes a guest, silently, the first time that a page needs a player.
 * @returns {Promise<Person>} */
export function me() {
  request ??= get('/api/me')
    .then((/** @type {Wire.Me} */ response) => {
      return response.player ?? post('/api/players/guest')
    })
    .catch((error) => {
      request = null
      throw error
    })
  return request
}
