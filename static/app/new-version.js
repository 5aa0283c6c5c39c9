// "A new version is here", in the header, where it neither moves nor covers a board. The page asks on return to it
// and now and then: a game is played over a socket, whose frames do not name the build.

import { say } from '../core/announcer.js'
import { noteBuild, onNewBuild } from '../core/build.js'
import { byId, el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { activateNewWorker } from './worker.js'

const OFTEN = 30 * 60_000 // ms
const SELDOM = 60_000 // ms between two questions, at least

let asked = performance.now()

export function watchBuild() {
  onNewBuild(offer)
  addEventListener('online', ask)
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, OFTEN)
}

async function ask() {
  if (document.hidden || performance.now() - asked < SELDOM) return
  asked = performance.now()
  const response = await fetch('/health', { cache: 'no-store' }).catch(
    () => null,
  )
  if (response) noteBuild(response)
}

function offer() {
  const button = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'reload',
      title: t('shell.version'),
      onclick: reload,
    },
    t('shell.version.reload'),
  )
  byId('tools').prepend(button)
  say(t('shell.version'))
}

async function reload() {
  await activateNewWorker()
  location.reload()
}
