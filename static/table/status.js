// The status of a table: whose turn it is, and one line under it with the last announcement, a move that is being sent,
// or a banner about a broken link.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { isYourTurn, turnText } from './texts.js'

const SLOW = 300 // ms before "Sending…" is shown
const LONG = 9000 // ms that a note stays
const LINE = 42 // letters; on a phone a longer note lies over the foot of the page instead of moving the board

/** withdraw(): takes back a kept move that has not been sent.
 * @param {() => void} [withdraw] */
export function statusLine(withdraw) {
  const turn = el('p', { class: 'turn' })
  const note = el('p', { class: 'note', id: 'message' })
  const banner = el('p', { class: 'banner', 'data-banner': true, hidden: true })
  const withdrawButton = el(
    'button',
    { type: 'button', class: 'quiet', 'data-act': 'cancel', onclick: withdraw },
    t('act.withdraw_move'),
  )
  const element = el('div', { class: 'status' }, turn, note, banner)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let slow
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading
  return {
    element,
    /** text: what stands there instead of whose turn it is.
     * @param {Rules} rules @param {State} state @param {string} [text] */
    show(rules, state, text = turnText(rules, state)) {
      turn.textContent = text
      set(element, { 'data-yours': isYourTurn(state) })
    },
    /** @param {string} sentence */
    note(sentence) {
      clearTimeout(fading)
      note.textContent = sentence
      set(note, { 'data-long': sentence.length > LINE })
      fading = setTimeout(() => {
        note.textContent = ''
      }, LONG)
    },
    /** @param {boolean} sending whether a move is on its way */
    pending(sending) {
      const text = t('move.sending')
      clearTimeout(slow)
      if (sending)
        slow = setTimeout(() => {
          note.textContent = text
        }, SLOW)
      else if (note.textContent === text) note.textContent = ''
    },
    /** @param {Conn} conn @param {KeptMove | null} kept */
    conn(conn, kept) {
      const ok = conn === 'ok'
      set(banner, { hidden: ok, 'data-banner': conn })
      banner.replaceChildren(
        ok ? '' : t(kept ? `conn.${conn}.kept` : `conn.${conn}`),
      )
      if (!ok && kept && !kept.sent) banner.append(' ', withdrawButton)
    },
    leave() {
      clearTimeout(slow)
      clearTimeout(fading)
    },
  }
}
