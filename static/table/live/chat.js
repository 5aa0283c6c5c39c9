// Chat of a game, in one room for the players and one for spectators: its lines and acts. chat-view.js draws it in the
// rail; on a phone its button in the bar opens it as a sheet. A player may hide it: then neither player gets lines of the
// other.

import { say } from '../../core/announcer.js'
import { focused } from '../../core/dom.js'
import { get, post, Refusal } from '../../core/http.js'
import { first, t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { panel } from '../../kit/dialog.js'
import { batch, computed, createRef, effect, html, signal } from '../../vendor/preact.js'
import { ChatView } from './chat-view.js'

const RETRY_MS = 300 // until the chat is read again, if the choice to show it had not arrived
const MAX_TRIES = 10
const NARROW_QUERY = '(max-height: 540px), (not (min-aspect-ratio: 11 / 10)), (max-width: 480px)' // no room in the rail: see chat.css

export class Chat {
  /** The lines by id. */
  #lines = signal(/** @type {ReadonlyMap<number, ChatLine>} */ (new Map()))
  lines = computed(() => [...this.#lines.value.values()].sort((one, two) => one.id - two.id))
  /** Number of unread lines. */
  unread = signal(0)
  hidden = signal(false)
  /** Whether only one line with the latest text is shown. */
  folded = signal(false)
  /** Why the last act failed; '': it did not. */
  problem = signal('')
  /** What is being written. */
  draft = signal('')
  /** The drawn chat. */
  place = /** @type {{ current: HTMLElement | null }} */ (createRef())
  #sent = '' // text of the last sent line
  #seen = signal(0) // id of the last seen line
  #foldable = true
  #inSheet = signal(false)
  #onScreen = signal(!document.hidden)

  /** @param {import('../../live/game-socket.js').GameSocket} game @param {AbortSignal} left aborted when the page is left */
  constructor(game, left) {
    this.game = game
    this.left = left
    /** The chat in the rail, unless it is in its sheet. */
    this.content = html`<${InRail} chat=${this} sheet=${this.#inSheet} />`
    const look = () => {
      this.#onScreen.value = !document.hidden
    }
    document.addEventListener('visibilitychange', look, { signal: left })
    left.addEventListener(
      'abort',
      effect(() => this.#countUnread()),
    )
  }

  /** The reader's seat; null: a spectator. */
  get seat() {
    return this.game.state.seat
  }

  /** Loads the lines after connecting.
   * @param {boolean | null} [expected] the player's latest choice to hide the chat: an answer that differs was made before
   *   the choice arrived, and is dropped
   * @returns {Promise<boolean>} whether the answer was used */
  async load(expected = null) {
    try {
      const path = `/api/games/${encodeURIComponent(this.game.id)}/chat`
      /** @type {{ items: ChatLine[], hidden: boolean }} */
      const { items, hidden } = await get(path, { signal: this.left })
      if (expected !== null && hidden !== expected) return false
      batch(() => {
        if (this.#lines.peek().size === 0) this.#seen.value = items.at(-1)?.id ?? 0
        this.hidden.value = hidden
        this.#add(items)
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.left.aborted) this.problem.value = t('chat.failed')
    }
    return true
  }

  /** Reads the chat after the choice to show it. The choice goes by the socket and the request by HTTP, so the request may
   * arrive first. */
  async #loadShown() {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await this.load(false)) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (this.left.aborted || this.hidden.value) return
    }
    await this.load()
  }

  /** @param {ChatLine} line a new line */
  receive(line) {
    this.#add([line])
  }

  /** @param {ChatLine[]} lines */
  #add(lines) {
    this.#lines.value = new Map([
      ...this.#lines.peek(),
      ...lines.map((line) => /** @type {const} */ ([line.id, line])),
    ])
  }

  /** Handles a refusal of the last line: its text goes back into the field.
   * @param {Pick<Refused, 'why' | 'detail'>} frame */
  refuse({ why, detail }) {
    const rule = detail.rule ?? why
    this.problem.value = first([`chat.refused.${rule}`, `refused.${rule}`, 'refused.failed'])
    this.draft.value ||= this.#sent
  }

  /** Focuses the field: in the rail, or in a sheet if the rail is under the board. */
  open() {
    this.folded.value = false
    if (matchMedia(NARROW_QUERY).matches) this.#openSheet()
    else this.place.current?.scrollIntoView({ block: 'nearest' })
    // The field may have been folded away: it is there once the view is drawn.
    queueMicrotask(() => this.#field?.focus())
  }

  /** @returns {HTMLElement | null | undefined} */
  get #field() {
    return this.place.current?.querySelector('[data-input=chat]')
  }

  /** Folds the chat to one line, once, to make room for the result, unless the reader is writing. */
  fold() {
    if (!this.#foldable) return
    this.#foldable = false
    this.folded.value = focused() !== this.#field && !this.draft.value
  }

  /** Unfolds the chat after the result was closed. */
  unfold() {
    this.#foldable = true
    this.folded.value = false
  }

  #openSheet() {
    this.#inSheet.value = true
    const body = html`<${ChatView} chat=${this} />`
    const sheet = panel({ kind: 'chat', title: t('chat.title'), body })
    sheet.element.addEventListener('close', () => {
      this.#inSheet.value = false
    })
  }

  /** Sends a line; one of white space is none. @param {string} written */
  send(written) {
    const text = written.trim()
    if (!text) return
    this.problem.value = ''
    const watches = this.seat === null
    if (!watches && !this.game.send({ t: 'chat', text })) {
      this.problem.value = t('conn.not_now')
      return
    }
    this.#sent = text
    this.draft.value = '' // before the answer: another press sends nothing
    if (watches) this.#sendWatching(text)
  }

  /** Sends a spectator's line by HTTP: a spectator may have no name yet and gets one with the first line; the socket has
   * none. @param {string} text */
  async #sendWatching(text) {
    try {
      await me()
      this.receive(await post(`/api/games/${encodeURIComponent(this.game.id)}/chat`, { text }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refuse({ why: error.code, detail: error.detail })
    }
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    if (!this.game.send({ t: 'hide', on: hidden })) {
      this.problem.value = t('conn.not_now')
      return
    }
    this.hidden.value = hidden
    say(t(hidden ? 'chat.hidden' : 'chat.shown'))
    if (!hidden) this.#loadShown()
  }

  /** Marks the visible lines as seen, and counts the others. */
  #countUnread() {
    const lines = this.lines.value
    const inRail = !matchMedia(NARROW_QUERY).matches
    const hidden = this.hidden.value
    if (this.#onScreen.value && !hidden && (this.#inSheet.value || inRail))
      this.#seen.value = lines.at(-1)?.id ?? 0
    const own = this.seat
    const unread = lines.filter(
      ({ id, from }) => id > this.#seen.value && (from.seat === null || from.seat !== own),
    )
    this.unread.value = hidden ? 0 : unread.length
  }
}

/** @param {{ chat: Chat, sheet: import('@preact/signals').Signal<boolean> }} props `sheet`: whether the chat is in its sheet */
const InRail = ({ chat, sheet }) => html`
  <div class="chat-box">${!sheet.value && html`<${ChatView} chat=${chat} />`}</div>`
