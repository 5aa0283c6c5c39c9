// Loader of a game's board with the services that it needs, for the live table and for the replay; and the dialog that
// describes a position in sentences.

import { Picks } from '../board/picks.js'
import { alert, say } from '../core/announcer.js'
import { samePage } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { panel } from '../kit/dialog.js'
import { html } from '../vendor/preact.js'

/** Loads the board of a game. `strip`: shows announcements as text. Once the page is left, nothing is announced.
 * @param {Rules} rules @param {Pick<import('./message-strip.js').MessageStrip, 'say' | 'said'>} [strip]
 * @returns {Promise<BoardHost>} */
export async function loadBoard(rules, strip) {
  const isHere = samePage()
  const [{ make }] = await Promise.all([
    loadPart(() => import(`../games/${rules.family}/board.js`)),
    prepare(`games/${rules.family}`),
  ])
  const picks = new Picks()
  const noted = (/** @type {Say} */ speak) => (/** @type {string} */ text) => {
    if (!isHere()) return
    speak(text)
    strip?.say(text)
  }
  const services = {
    picks,
    t,
    say: noted(say),
    alert: noted(alert),
    said: strip?.said,
    rules,
    settings,
  }
  return { board: await make(services), picks, services }
}

/** Opens a dialog that describes the position in sentences.
 * @param {Board} board @param {State} state */
export function showPosition(board, state) {
  const items = board.describe(state).map((sentence) => html`<li>${sentence}</li>`)
  return panel({
    kind: 'position',
    title: t('board.position'),
    body: html`<ul class="described">${items}</ul>`,
  })
}
