// Browser notifications, shown while no tab of the site is visible; requested in the settings, and offered once: after the
// first rated game or in the first game by days. The service worker shows them, since it knows all tabs and phones allow no
// others.

import { fileUrl } from '../core/files.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { OFFER } from './own-games.js'

const NOTIFY = 'notify' // setting: `on` or `off`

/** Whether this browser shows notifications of the site; null: not asked yet.
 * @returns {boolean | null | 'unavailable'} */
export function allowed() {
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'unavailable'
  const { permission } = Notification
  return permission === 'default' ? null : permission === 'granted'
}

const wantsNotifications = () => settings.get(NOTIFY, 'off') === 'on'

/** Switches notifications on, if the player permits it, or off. @param {boolean} on */
export async function switchNotifications(on) {
  if (on && allowed() === null) await Notification.requestPermission()
  settings.set(NOTIFY, on && allowed() === true ? 'on' : 'off')
}

/** Whether to make the offer now: it is due, and the player has not decided about notifications in this browser. It is made
 * with this. */
export function takeOffer() {
  if (settings.get(OFFER) !== 'due' || allowed() !== null) return false
  settings.set(OFFER, 'made')
  return true
}

/** Shows a sentence that opens the page `path`; a later one for the same page replaces it.
 * @param {string} text @param {string} path */
export async function notify(text, path) {
  if (!document.hidden || !wantsNotifications() || allowed() !== true) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({
    notify: {
      title: t('news.notification'),
      body: text,
      path,
      icon: fileUrl('/static/art/icon-192.png'),
    },
  })
}
