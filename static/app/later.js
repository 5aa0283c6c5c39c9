// Deferred parts, loaded after the first page: the font of the headings, the hosts' notices, news of the player's games, the
// service worker, and the word that the session has ended. The site works without them.

import { loadPart, prepare } from '../core/files.js'
import { me, onPlayerChange, onSessionEnd } from '../core/player.js'
import { settings } from '../core/settings.js'
import { showHosts } from '../pages/site/hosts.js'
import { followNews } from './news/start.js'
import { visit } from './router.js'

const IDLE_MS = 20_000 // after the page has loaded

export function startLater() {
  showHosts().catch(() => {})
  followNews()
  registerWorker()
  watchSession()
  keepFont().catch(() => {}) // the next visit tries again
}

/** Loads the font of the headings for the next visit. */
async function keepFont() {
  const { build, font } = document.documentElement.dataset
  if (font || !build) return
  const [face] = await document.fonts.load('600 1rem Lora')
  if (face) settings.set('font', build)
}

/** Shows the page anew when the player was signed out elsewhere, and when they are signed in again. */
function watchSession() {
  onSessionEnd(async (former) => {
    const shown = visit('retry') // the word is for this page
    const [{ tellSignedOut }] = await Promise.all([
      loadPart(() => import('../pages/account/signed-out.js')),
      prepare('pages/account/signed-out'),
      shown,
    ])
    tellSignedOut(former)
  })
  onPlayerChange(async () => {
    const told = document.querySelector('dialog[data-kind="signed-out"]')
    const player = await me().catch(() => null)
    if (told && player?.account) visit('retry')
  })
}

/** Registers the service worker, which fetches help and boards for later once this page is idle. */
async function registerWorker() {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    return // the site works without it
  }
  if (isThrifty()) return
  const { active } = await navigator.serviceWorker.ready
  setTimeout(() => active?.postMessage('idle'), IDLE_MS)
}

/** Whether the connection is slow or metered. */
function isThrifty() {
  const { connection } =
    /** @type {{connection?: {saveData?: boolean, effectiveType?: string}}} */ (navigator)
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}
