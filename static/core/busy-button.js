// Button whose press waits for the server: no second press before the response; a refusal is announced, not thrown.

import { alert, say } from './announcer.js'
import { set } from './dom.js'
import { MissingPart } from './files.js'
import { Refusal } from './http.js'
import { t } from './i18n.js'

const STILL_MS = 2000 // after which the press is announced as still running
/** @type {Record<string, string>} */
const TEXTS = {
  offline: 'error.offline.text',
  timeout: 'error.offline.text',
  too_many: 'error.busy.text',
  try_again: 'error.offline.text',
  busy: 'search.busy',
  too_many_games: 'lobby.too_many_games',
  maintenance: 'error.maintenance',
  paused_pairing: 'lobby.paused_pairing',
} // by the refusal's code

/** Returns the sentence of a refusal. @param {Refusal} error */
export function refusalText({ code, detail }) {
  const minutes = Math.ceil(Number(detail.seconds ?? 0) / 60)
  return t(TEXTS[code] ?? 'lobby.failed', { ...detail, minutes })
}

/** Marks a control as waiting for the server; returns the function that ends it. @param {HTMLElement} button */
export function waiting(button) {
  set(button, { 'aria-busy': 'true' })
  const slow = setTimeout(() => say(t('busy.still')), STILL_MS)
  return () => {
    clearTimeout(slow)
    set(button, { 'aria-busy': null })
  }
}

/** @param {ElementEvent<'click'>} event @param {() => unknown} act */
export async function press(event, act) {
  const button = event.currentTarget
  if (button.getAttribute('aria-busy') === 'true') return
  const done = waiting(button)
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refusal)) {
      alert(t('lobby.failed'))
      throw error
    }
    if (!(error instanceof MissingPart)) alert(refusalText(error))
  } finally {
    done()
  }
}
