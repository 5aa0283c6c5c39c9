// The offer of notifications: made once, after the first rated game or in the first game by days, and never again.

import { settings } from '../core/settings.js'
import { allowed, switchNotifications } from './notify.js'
import { OFFER } from './own-games.js'

/** Whether to make the offer now: it is due, and the player has not decided about notifications in this browser. It is made
 * with this. */
export function takeOffer() {
  if (settings.get(OFFER) !== 'due' || allowed() !== null) return false
  settings.set(OFFER, 'made')
  return true
}

export const acceptOffer = () => switchNotifications(true)
