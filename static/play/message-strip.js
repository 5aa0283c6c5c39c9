// Message strip of a table. It keeps its height and lies beside or under the board, so that no message moves or covers
// the board; a longer one opens downward. It shows the first of: a move that waits for its confirmation, a sentence, a
// broken connection, a bot's warning, an offer, the offer to reload if the header is hidden, a chain to replay, a
// notice of the table. The buttons of an offer stay beside a sentence, so that they do not vanish under a finger, and the
// time for a first move stays beside everything.

import { missingText, reloadButton } from '../app/new-version.js'
import { onNewBuild } from '../core/build.js'
import { byId, el, restoreFocus, set } from '../core/dom.js'
import { onMissingPart } from '../core/files.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'

const SENDING_DELAY_MS = 300 // before "Sending…" is shown
const MIN_SENTENCE_MS = 4000 // that a sentence stays
const READING_MS_PER_LETTER = 70

/** Creates the strip. withdraw(): takes back a kept move that was not sent.
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
  const parts = [...[question, sentence, banner, warning, offer, reload, chain], notice]
  const aside = el('div', { class: 'strip-aside' })
  const element = el('div', { class: 'message-strip' }, aside, parts)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let slow
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading
  /** Applies a change to the strip; if it removes the focused button, a near one gets the focus.
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
    fading = setTimeout(write, Math.max(MIN_SENTENCE_MS, text.length * READING_MS_PER_LETTER), '')
  }
  /** Offers to reload in the strip if the header is hidden, until dismissed; false: it did not.
   * @param {string} code */
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
  arrange()
  return {
    element,
    /** Place before the messages, for what stays while they change; alone it has the whole strip. */
    aside,
    say,
    /** Removes the sentence, which is out of date. */
    clear: () => write(''),
    /** @param {boolean} sending whether a move was sent and not answered */
    pending(sending) {
      const text = t('move.sending')
      clearTimeout(slow)
      if (sending) slow = setTimeout(write, SENDING_DELAY_MS, text)
      else if (sentence.textContent === text) write('')
    },
    /** @param {Conn} conn @param {KeptMove | null} kept */
    conn(conn, kept) {
      const ok = conn === 'ok'
      keepFocus(() => {
        set(banner, { hidden: ok, 'data-banner': conn })
        banner.replaceChildren(ok ? '' : t(kept ? `conn.${conn}.kept` : `conn.${conn}`))
        if (!ok && kept && !kept.sent) banner.append(' ', withdrawButton)
        if (!ok) sentence.textContent = ''
      })
    },
    /** Shows a question with its buttons; empty: none.
     * @param {Node[]} content @param {boolean} [warning] */
    ask(content, warning = false) {
      keepFocus(() => {
        set(question, { hidden: !content.length, 'data-warning': warning })
        question.replaceChildren(...content)
      })
    },
    /** Shows a bot's warning of the last move while the bot waits; empty: none.
     * @param {Node[]} content */
    warn(content) {
      if (content.length) write('')
      keepFocus(() => warning.replaceChildren(...content))
    },
    /** Shows a pending offer with its buttons; empty: none.
     * @param {Node[]} content */
    offer(content) {
      if (content.length) write('') // a new offer is shown at once
      offer.replaceChildren(...content)
      arrange()
    },
    /** Shows a chain that can be replayed or is being replayed, with its buttons; empty: none.
     * @param {Node[]} content */
    chain(content) {
      keepFocus(() => chain.replaceChildren(...content))
    },
    /** Shows a notice while there is no other message: a hint, or the place in the game; null: none.
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
