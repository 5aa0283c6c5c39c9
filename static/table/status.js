// Whose turn it is, and one line under it: what was just said, what is on its way, or that the link is broken.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { turn, yours } from './texts.js'

const SLOW = 300 // ms before a move on its way is worth a word
const LONG = 9000 // ms that a note stays
const LINE = 42 // letters; on a phone a longer note lies over the foot of the page instead of moving the board

/** {element, show(rules, state), note(sentence), pending(on), conn(conn, kept), leave()}; `withdraw()` takes back a kept
 * move that no socket has seen. */
export function status(withdraw) {
  const line = el('p', { class: 'turn' })
  const note = el('p', { class: 'note', id: 'message' })
  const banner = el('p', { class: 'banner', 'data-banner': true, hidden: true })
  const take = el(
    'button',
    { type: 'button', class: 'quiet', 'data-act': 'cancel', onclick: withdraw },
    t('act.withdraw_move'),
  )
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
      set(note, { 'data-long': sentence.length > LINE })
      fading = setTimeout(() => (note.textContent = ''), LONG)
    },
    pending(on) {
      clearTimeout(slow)
      if (on)
        slow = setTimeout(() => (note.textContent = t('move.sending')), SLOW)
      else if (note.textContent === t('move.sending')) note.textContent = ''
    },
    conn(conn, kept) {
      set(banner, { hidden: conn === 'ok', 'data-banner': conn })
      banner.replaceChildren(
        conn === 'ok' ? '' : t(kept ? `conn.${conn}.kept` : `conn.${conn}`),
      )
      if (conn !== 'ok' && kept && !kept.handed) banner.append(' ', take)
    },
    leave() {
      clearTimeout(slow)
      clearTimeout(fading)
    },
  }
}
