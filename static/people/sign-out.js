// Signing out, here or everywhere.

import { remove } from '../core/http.js'
import { changeMe } from '../core/player.js'

/** Signs out, here or on all devices; the player is a new guest then. @param {boolean} [everywhere] */
export const signOut = (everywhere = false) =>
  changeMe(() => remove(everywhere ? '/api/me/sessions' : '/api/logins/current'))
