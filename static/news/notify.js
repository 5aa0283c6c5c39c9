// Notifications of the browser, asked for in the settings alone and shown while no tab of the site is seen. The service
// worker shows them: it knows all tabs, and phones show no others.

import { fileUrl } from '../core/files.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'

const NOTIFY = 'notify' // the setting: `on` or `off`

/** Whether this browser shows notifications of the site, `null` while nobody has been asked.
 * @returns {boolean | null | 'unavailable'} */
export function allowed() {
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator))
    return 'unavailable'
  const { permission } = Notification
  return permission === 'default' ? null : permission === 'granted'
}

export const wantsNotifications = () => settings.get(NOTIFY, 'off') === 'on'

/** Switches them on, if the player permits it; off without a question. @param {boolean} on */
export async function switchNotifications(on) {
  if (on && allowed() === null) await Notification.requestPermission()
  settings.set(NOTIFY, on && allowed() === true ? 'on' : 'off')
}

/** Shows a sentence, which leads to the page `path`; a later one of the same page takes its place.
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
