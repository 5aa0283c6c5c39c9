// The one place of a table for messages. It keeps its height and lies beside or under the board, so that no message moves
// the board or covers it; a longer one opens downward. Of several, the first of this list is shown: a move that waits for
// its confirmation, a sentence, a broken connection, a machine's warning, an offer, the offer to reload where the header is
// hidden, a chain to be seen again, a notice of the table. The buttons of an offer stay beside a sentence: they must not go
// from under a finger.

import { missingText, reloadButton } from '../app/new-version.js'
import { onNewBuild } from '../core/build.js'
import { byId, el, restoreFocus, set } from '../core/dom.js'
import { onMissingPart } from '../core/files.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'

const SLOW = 300 // ms before "Sending…" is shown
const SHORTEST = 4000 // ms that a sentence stays
const READING = 70 // ms a letter

/** withdraw(): takes back a kept move that has not been sent.
 * @param {() => void} [withdraw] */
export function messageStrip(withdraw) {
  const question = el('div', { class: 'asked', hidden: true })
  const sentence = el('p', { class: 'note', id: 'message' })
  const banner = el('p', { class: 'banner', 'data-banner': true, hidden: true })
  const warning = el('div', { class: 'warned' })
  const offer = el('div', { class: 'offer' })
  const reload = el('div', { class: 'reload-offer' })
  const chain = el('div', { class: 'strip-chain' })
  const notice = el('div', { class: 'strip-notice' })
  const withdrawButton = el(
    'button',
    { type: 'button', class: 'quiet', 'data-act': 'cancel', onclick: withdraw },
    t('act.withdraw_move'),
  )
  const parts = [
    ...[question, sentence, banner, warning, offer, reload, chain],
    notice,
  ]
  const element = el('div', { class: 'message-strip' }, parts)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let slow
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading
  /** Does something to the strip; a button that goes with it gives the focus to what is near.
   * @param {() => void} change */
  const keepFocus = (change) => {
    const inside = element.contains(document.activeElement)
    change()
    arrange()
    if (inside) restoreFocus()
  }
  const arrange = () => {
    const first = parts.find((part) => !part.hidden && part.firstChild)
    set(element, { 'data-empty': !first })
    for (const part of parts)
      set(part, { 'data-covered': part !== first && Boolean(part.firstChild) })
    const beside = first === sentence && offer.firstChild !== null
    set(element, { 'data-beside': beside })
    if (beside) set(offer, { 'data-covered': null })
  }
  const write = (/** @type {string} */ text) => {
    clearTimeout(fading)
    keepFocus(() => {
      sentence.textContent = text
    })
  }
  const say = (/** @type {string} */ text) => {
    write(text)
    fading = setTimeout(write, Math.max(SHORTEST, text.length * READING), '')
  }
  /** The header offers to reload, or where it is hidden the strip, until that is dismissed. @param {string} code */
  const offerReload = (code) => {
    if (!element.isConnected || byId('header').offsetParent) return false
    const later = el(
      'button',
      {
        type: 'button',
        class: 'icon',
        'data-act': 'later',
        'aria-label': t('act.later'),
        onclick: () => keepFocus(() => reload.replaceChildren()),
      },
      icon('close'),
    )
    keepFocus(() =>
      reload.replaceChildren(
        el('span', { class: 'offer-text' }, missingText(code)),
        el('div', { class: 'offer-buttons' }, reloadButton(), later),
      ),
    )
    return true
  }
  const unsubscribe = [
    onNewBuild(() => offerReload('outdated')),
    onMissingPart((code) => {
      if (!element.isConnected) return
      if (code === 'offline' || !offerReload(code)) say(missingText(code))
    }),
  ]
  return {
    element,
    say,
    /** Removes the sentence that is shown: it does not hold any more. */
    clear: () => write(''),
    /** @param {boolean} sending whether a move is on its way */
    pending(sending) {
      const text = t('move.sending')
      clearTimeout(slow)
      if (sending) slow = setTimeout(write, SLOW, text)
      else if (sentence.textContent === text) write('')
    },
    /** @param {Conn} conn @param {KeptMove | null} kept */
    conn(conn, kept) {
      const ok = conn === 'ok'
      keepFocus(() => {
        set(banner, { hidden: ok, 'data-banner': conn })
        banner.replaceChildren(
          ok ? '' : t(kept ? `conn.${conn}.kept` : `conn.${conn}`),
        )
        if (!ok && kept && !kept.sent) banner.append(' ', withdrawButton)
        if (!ok) sentence.textContent = ''
      })
    },
    /** A question with its buttons; none: nothing is asked.
     * @param {Node[]} content @param {boolean} [warning] */
    ask(content, warning = false) {
      keepFocus(() => {
        set(question, { hidden: !content.length, 'data-warning': warning })
        question.replaceChildren(...content)
      })
    },
    /** What a machine says of the last move while it waits; none: it does not wait.
     * @param {Node[]} content */
    warn(content) {
      if (content.length) write('')
      keepFocus(() => warning.replaceChildren(...content))
    },
    /** An offer that waits for an answer, with its buttons; none: there is none.
     * @param {Node[]} content */
    offer(content) {
      if (content.length) write('') // a new offer is read at once
      offer.replaceChildren(...content)
      arrange()
    },
    /** A chain that can be seen again, or is seen now, with its buttons; none: there is none.
     * @param {Node[]} content */
    chain(content) {
      keepFocus(() => chain.replaceChildren(...content))
    },
    /** What stands here while there is nothing else: a hint, where in the game one is; null: nothing.
     * @param {HTMLElement | null} content */
    notice(content) {
      if (content === notice.firstChild) return
      keepFocus(() => notice.replaceChildren(...(content ? [content] : [])))
    },
    leave() {
      for (const end of unsubscribe) end()
      clearTimeout(slow)
      clearTimeout(fading)
    },
  }
}
