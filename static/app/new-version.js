// Reload button for when the server has another build or a part of this one did not load. It is in the header, where it
// neither moves nor covers a board; a table that hides the header moves it into its message strip. On other pages the
// sentence about a missing part appears at the foot of the window.

import { alert, say } from '../core/announcer.js'
import { askBuild, onNewBuild } from '../core/build.js'
import { byId } from '../core/dom.js'
import { onMissingPart } from '../core/files.js'
import { t } from '../core/i18n.js'
import { toast } from '../core/toast.js'
import { elementOf } from '../kit/element.js'
import { html } from '../vendor/preact.js'

const CHECK_MS = 30 * 60_000
const PAUSE_MS = 60_000 // between two requests, at least

let asked = performance.now()
/** @type {HTMLElement | null} */
let button = null

/** Watches for a new build: asks when the page becomes visible and at intervals; responses and sockets tell sooner. */
export function watchBuild() {
  onNewBuild(() => {
    byId('tools').prepend(reloadButton())
    say(t('error.outdated'))
  })
  onMissingPart(showMissing)
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, CHECK_MS)
}

function ask() {
  if (document.hidden || performance.now() - asked < PAUSE_MS) return
  asked = performance.now()
  askBuild()
}

/** Tells of a part that did not load; a page that is still loading does so itself. @param {string} code */
function showMissing(code) {
  if (document.documentElement.dataset.ready === undefined) return
  if (code !== 'offline') byId('tools').prepend(reloadButton())
  const text = missingText(code)
  if (document.querySelector('.message-strip')) alert(text)
  else toast(text)
}

/** Returns the sentence about a part that did not load. @param {string} code */
export const missingText = (code) => t(code === 'offline' ? 'error.offline.text' : `error.${code}`)

/** Returns the button that reloads the page, created once. */
export function reloadButton() {
  button ??= elementOf(html`
    <button
      type="button"
      class="quiet"
      data-act="reload"
      title=${t('error.outdated')}
      onClick=${reload}
    >${t('shell.reload')}</button>`)
  return button
}

/** Reloads the page after activating a waiting service worker; where storage is blocked there is none. */
export async function reload() {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    registration?.waiting?.postMessage('activate')
  } catch {}
  location.reload()
}
