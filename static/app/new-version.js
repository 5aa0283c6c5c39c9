// The offer to reload when the server has another build, or when a part of this one did not load. It stands in the header,
// where it neither moves nor covers a board; a table that hides the header moves it into the strip for messages. On pages
// without such a strip, the sentence about a part that did not load is shown at the foot of the window.

import { alert, say } from '../core/announcer.js'
import { askBuild, onNewBuild } from '../core/build.js'
import { byId, el } from '../core/dom.js'
import { onMissingPart } from '../core/files.js'
import { t } from '../core/i18n.js'

const OFTEN = 30 * 60_000 // ms
const SELDOM = 60_000 // ms between two questions, at least
const SHOWN = 6000 // ms that a sentence stays

let asked = performance.now()
/** @type {HTMLElement | null} */
let button = null
/** @type {HTMLElement | null} */
let toast = null

/** The page asks for the build on return to it and now and then; answers of the server and sockets tell it sooner. */
export function watchBuild() {
  onNewBuild(() => {
    byId('tools').prepend(reloadButton())
    say(t('error.outdated'))
  })
  onMissingPart(showMissing)
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, OFTEN)
}

function ask() {
  if (document.hidden || performance.now() - asked < SELDOM) return
  asked = performance.now()
  askBuild()
}

/** A page that is not there yet says by itself what it misses. @param {string} code */
function showMissing(code) {
  if (document.documentElement.dataset.ready === undefined) return
  if (code !== 'offline') byId('tools').prepend(reloadButton())
  const text = missingText(code)
  alert(text)
  if (document.querySelector('.message-strip')) return
  toast?.remove()
  const shown = el('p', { class: 'toast', 'aria-hidden': 'true' }, text)
  toast = shown
  document.body.append(shown)
  setTimeout(() => shown.remove(), SHOWN)
}

/** Why a part did not load, as a sentence. @param {string} code */
export const missingText = (code) =>
  t(code === 'offline' ? 'error.offline.text' : `error.${code}`)

/** The one button that reloads the page. */
export function reloadButton() {
  button ??= el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'reload',
      title: t('error.outdated'),
      onclick: reload,
    },
    t('shell.reload'),
  )
  return button
}

/** A newer service worker that waits becomes the active one before. */
async function reload() {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.waiting?.postMessage('activate')
  location.reload()
}
