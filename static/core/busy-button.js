// Button whose press waits for the server: no second press before the response.

import { say } from './announcer.js'
import { samePage } from './dom.js'
import { MissingPart } from './files.js'
import { Refusal } from './http.js'
import { t } from './i18n.js'
import { toast } from './toast.js'

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
  button.setAttribute('aria-busy', 'true')
  const isHere = samePage()
  const slow = setTimeout(() => {
    if (!isHere()) return
    const dialog = document.querySelector(':modal')
    if (!dialog || dialog.contains(button)) say(t('busy.still')) // else it waits for the reader
  }, STILL_MS)
  return () => {
    clearTimeout(slow)
    button.removeAttribute('aria-busy')
  }
}

/** Does something after a press, unless an earlier press is not done yet.
 * @param {HTMLElement} button @param {() => unknown} act */
export async function once(button, act) {
  if (button.getAttribute('aria-busy') === 'true') return
  const done = waiting(button)
  try {
    await act()
  } finally {
    done()
  }
}

/** The same for a button of its own; a refusal is announced and shown, but on no other page than that of the press.
 * @param {ElementEvent<'click'>} event @param {() => unknown} act */
export const press = (event, act) =>
  once(event.currentTarget, async () => {
    const isHere = samePage()
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Refusal)) {
        if (isHere()) toast(t('lobby.failed'))
        throw error
      }
      if (error.code === 'left' || !isHere()) return
      if (!(error instanceof MissingPart)) toast(refusalText(error))
    }
  })
