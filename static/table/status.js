// Whose turn it is, and one line under it: what was just said, what is on its way, or that the link is broken.

import { el, set } from '../dom.js'
import { t } from '../lang.js'
import { turn, yours } from './words.js'

const SLOW = 300 // ms before a move on its way is worth a word
const LONG = 9000 // ms that a note stays

/** {element, show(rules, state), note(sentence), pending(on), conn(conn, kept)} */
export function status() {
  const line = el('p', { class: 'turn' })
  const note = el('p', { class: 'note' })
  const banner = el('p', { class: 'banner', 'data-banner': true, hidden: true })
  const element = el('div', { class: 'status' }, line, note, banner)
  let [slow, fading] = [null, null]
  return {
    element,
    show(rules, state) {
      line.textContent = turn(rules, state)
      set(element, { 'data-yours': yours(state) })
    },
    note(sentence) {
      clearTimeout(fading)
      note.textContent = sentence
      fading = setTimeout(() => (note.textContent = ''), LONG)
    },
    pending(on) {
      clearTimeout(slow)
      if (on) slow = setTimeout(() => (note.textContent = t('move.sending')), SLOW)
      else if (note.textContent === t('move.sending')) note.textContent = ''
    },
    conn(conn, kept) {
      set(banner, { hidden: conn === 'ok', 'data-banner': conn })
      banner.textContent = conn === 'ok' ? '' : t(kept ? `conn.${conn}.kept` : `conn.${conn}`)
    },
    leave() {
      clearTimeout(slow)
      clearTimeout(fading)
    },
  }
}
