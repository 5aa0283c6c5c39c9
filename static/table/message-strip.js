// Message strip of a table. It keeps its height and lies beside or under the board, so that no message moves or covers
// the board; a longer one opens downward over what is below, and a press removes a sentence. It shows the first of: a move
// that waits for its confirmation, a sentence, a broken connection, a bot's warning, an offer, the offer to reload if the
// header is hidden, a chain to replay, a notice of the table. The buttons of an offer stay beside a sentence, so that they
// do not vanish under a finger, and the time for a first move stays beside everything.

import { missingText, reloadButton } from '../app/new-version.js'
import { onNewBuild } from '../core/build.js'
import { byId, focused, restoreFocus } from '../core/dom.js'
import { onMissingPart } from '../core/files.js'
import { t } from '../core/i18n.js'
import { Foreign } from '../kit/foreign.js'
import { icon } from '../kit/icon.js'
import { computed, createRef, html, signal, useLayoutEffect } from '../vendor/preact.js'

const SENDING_DELAY_MS = 300 // before "Sending…" is shown
const MIN_SENTENCE_MS = 4000 // that a sentence stays
const READING_MS_PER_LETTER = 70

/** What the strip could show, each null or '' while there is none. @typedef {object} Messages
 * @property {Content} aside before the messages, for what stays while they change; alone it has the whole strip
 * @property {Content} question
 * @property {boolean} isWarning whether the question warns
 * @property {string} sentence
 * @property {{ conn: Conn, kept: KeptMove | null } | null} connection while it is broken
 * @property {Content} warning
 * @property {Content} offer
 * @property {string} missing the code of a part that did not load, while a reload is offered
 * @property {Content} chain
 * @property {Content} notice */

export class MessageStrip {
  /** @type {import('@preact/signals').Signal<Messages>} */
  #shown = signal({
    aside: null,
    question: null,
    isWarning: false,
    sentence: '',
    connection: null,
    warning: null,
    offer: null,
    missing: '',
    chain: null,
    notice: null,
  })
  /** The sentence; '': there is none. */
  said = computed(() => this.#shown.value.sentence)
  #place = /** @type {{ current: HTMLElement | null }} */ (createRef())
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #slow
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #fading

  /** withdraw(): takes back a kept move that was not sent; left: aborted when the page is left.
   * @param {AbortSignal} left @param {() => void} [withdraw] */
  constructor(left, withdraw) {
    const later = () => this.#show({ missing: '' })
    const clear = () => this.clear()
    const parts = { place: this.#place, shown: this.#shown, withdraw, later, clear }
    /** The strip, for its table. */
    this.content = html`<${Strip} ...${parts} />`
    const subscriptions = [
      onNewBuild(() => this.#offerReload('outdated')),
      onMissingPart((code) => {
        if (!this.element) return
        if (code === 'offline' || !this.#offerReload(code)) this.say(missingText(code))
      }),
    ]
    left.addEventListener('abort', () => {
      for (const end of subscriptions) end()
      clearTimeout(this.#slow)
      clearTimeout(this.#fading)
    })
  }

  /** Its element; null: the table is not shown yet, or no longer. */
  get element() {
    return this.#place.current
  }

  /** @param {Partial<Messages>} changes */
  #show(changes) {
    this.#shown.value = { ...this.#shown.peek(), ...changes }
  }

  /** @param {Content} content */
  aside(content) {
    this.#show({ aside: content })
  }

  /** Shows a sentence for as long as it takes to read it. @type {Say} */
  say = (text) => {
    this.#write(text)
    const ms = Math.max(MIN_SENTENCE_MS, text.length * READING_MS_PER_LETTER)
    this.#fading = setTimeout(() => this.#write(''), ms)
  }

  /** Removes the sentence, which is out of date. */
  clear() {
    this.#write('')
  }

  /** @param {string} sentence */
  #write(sentence) {
    clearTimeout(this.#fading)
    this.#show({ sentence })
  }

  /** @param {boolean} sending whether a move was sent and not answered */
  pending(sending) {
    const text = t('move.sending')
    clearTimeout(this.#slow)
    if (sending) this.#slow = setTimeout(() => this.#write(text), SENDING_DELAY_MS)
    else if (this.#shown.peek().sentence === text) this.#write('')
  }

  /** @param {Conn} conn @param {KeptMove | null} kept */
  conn(conn, kept) {
    if (conn === 'ok') this.#show({ connection: null })
    else this.#show({ connection: { conn, kept }, sentence: '' })
  }

  /** Shows a question with its buttons; null: none. @param {Content} content @param {boolean} [isWarning] */
  ask(content, isWarning = false) {
    this.#show({ question: content, isWarning })
  }

  /** Shows a bot's warning of the last move while the bot waits; null: none. @param {Content} content */
  warn(content) {
    if (content) this.#write('')
    this.#show({ warning: content })
  }

  /** Shows a pending offer with its buttons, a new one at once; null: none.
   * @param {Content} content @param {boolean} [isNew] */
  offer(content, isNew = false) {
    if (content && isNew) this.#write('')
    this.#show({ offer: content })
  }

  /** Shows a chain that can be replayed or is being replayed, with its buttons; null: none. @param {Content} content */
  chain(content) {
    this.#show({ chain: content })
  }

  /** Shows a notice while there is no other message: a hint, or the place in the game; null: none. It takes the place of
   * another one, so each owner asks by `notices` whether its own is there. @param {Content} notice */
  notice(notice) {
    if (!this.notices(notice)) this.#show({ notice })
  }

  /** Whether this is the strip's notice now. @param {Content} notice */
  notices(notice) {
    return notice === this.#shown.peek().notice
  }

  /** Offers to reload in the strip if the header is hidden, until dismissed; false: it did not.
   * @param {string} code */
  #offerReload(code) {
    if (!this.element || byId('header').offsetParent) return false
    this.#show({ missing: code })
    return true
  }
}

/** @param {{ place: { current: HTMLElement | null }, shown: import('@preact/signals').ReadonlySignal<Messages>,
 *   withdraw?: () => void, later: () => void, clear: () => void }} props */
function Strip({ place, shown, withdraw, later, clear }) {
  useFocusNear(place)
  const {
    aside,
    question,
    isWarning,
    sentence,
    connection,
    warning,
    offer,
    missing,
    chain,
    notice,
  } = shown.value
  const banner = connection && bannerContent(connection, withdraw)
  const reload = missing && reloadOffer(missing, later)
  const parts = { question, sentence, banner, warning, offer, reload, chain, notice }
  const [first] = Object.entries(parts).find(([, content]) => content) ?? []
  const isBeside = first === 'sentence' && Boolean(offer)
  /** @param {keyof typeof parts} part */
  const covered = (part) =>
    parts[part] && part !== first && !(part === 'offer' && isBeside) ? '' : undefined
  return html`
    <div
      ref=${place}
      class="message-strip"
      data-empty=${first ? undefined : ''}
      data-beside=${isBeside ? '' : undefined}
    >
      <div class="strip-aside">${aside}</div>
      <div
        class="asked"
        hidden=${!question}
        data-covered=${covered('question')}
        data-warning=${isWarning ? '' : undefined}
      >${question}</div>
      <p
        class="note"
        id="message"
        data-covered=${covered('sentence')}
        onClick=${clear}
      >${sentence}</p>
      <p
        class="banner"
        hidden=${!connection}
        data-banner=${connection?.conn ?? 'ok'}
        data-covered=${covered('banner')}
      >${banner}</p>
      <div class="warned" data-covered=${covered('warning')}>${warning}</div>
      <div class="offer" data-covered=${covered('offer')}>${offer}</div>
      <div class="reload-offer" data-covered=${covered('reload')}>${reload}</div>
      <div class="strip-chain" data-covered=${covered('chain')}>${chain}</div>
      <div class="strip-notice" data-covered=${covered('notice')}>${notice}</div>
    </div>`
}

/** If a drawing removes or hides the focused button, the next one of the offer gets the focus, else the board.
 * @param {{ current: HTMLElement | null }} place */
function useFocusNear(place) {
  const focus = focused()
  const isHeld = focus !== null && place.current?.contains(focus)
  const wasOffer = isHeld && focus.closest('.offer-buttons') !== null
  useLayoutEffect(() => {
    if (!isHeld) return
    const next = wasOffer && place.current?.querySelector('.offer-buttons button')
    restoreFocus(next instanceof HTMLElement ? next : null)
  })
}

/** @param {{ conn: Conn, kept: KeptMove | null }} connection @param {(() => void)} [withdraw] */
const bannerContent = ({ conn, kept }, withdraw) => [
  t(kept ? `conn.${conn}.kept` : `conn.${conn}`),
  kept &&
    !kept.sent && [
      ' ',
      html`
        <button type="button" class="quiet" data-act="cancel" onClick=${withdraw}>
          ${t('act.withdraw_move')}
        </button>`,
    ],
]

/** @param {string} code @param {() => void} later */
const reloadOffer = (code, later) => html`
  <span class="offer-text">${missingText(code)}</span>
  <div class="offer-buttons">
    <${Foreign} element=${reloadButton()} />
    <button
      type="button"
      class="icon"
      data-act="later"
      aria-label=${t('act.later')}
      onClick=${later}
    >${icon('close')}</button>
  </div>`
