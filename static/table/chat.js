// Chat of a game, in one room for the players and one for spectators. Lines are inert text. It stands in the rail; on a
// phone its button in the bar opens it as a sheet. A player may hide it: then neither player gets lines of the other.

import { personPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { panel } from '../core/dialog.js'
import { el, focused, set } from '../core/dom.js'
import { loadPart, prepare } from '../core/files.js'
import { hour } from '../core/format.js'
import { get, post, Refusal } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { personName } from '../core/people.js'
import { me } from '../core/player.js'
import { settings } from '../core/settings.js'

const MAX_LINE_CHARACTERS = 140
const RETRY_MS = 300 // until the chat is read again, if the choice to show it had not arrived
const MAX_TRIES = 10
const NARROW_QUERY = // no room in the rail: see chat.css
  '(max-height: 540px), (not (min-aspect-ratio: 11 / 10)), (max-width: 480px)'

/** @typedef {object} ChatHandlers
 * @property {(message: object) => boolean} send false: not connected
 * @property {() => State} now
 * @property {(count: number) => void} unread the number of unread lines has changed */

export class Chat {
  /** @type {Map<number, ChatLine>} by id */
  #lines = new Map()
  sent = '' // text of the last sent line
  #seen = 0 // id of the last seen line
  #hidden = false
  /** @type {OpenDialog | null} */
  #sheet = null
  #left = new AbortController()
  list = el('ol', {
    class: 'chat-lines',
    role: 'log',
    'aria-live': 'off',
    'aria-label': t('chat.lines'),
    tabindex: '0',
  })
  #foldable = true
  #folded = false // to one line with the latest text
  #newest = el('bdi', { class: 'chat-newest' })
  #empty = el('p', { class: 'chat-empty' })
  #problem = el('p', { class: 'wrong', role: 'alert' })

  /** @param {string} id @param {ChatHandlers} on */
  constructor(id, on) {
    this.id = id
    this.on = on
    this.input = this.#makeInput()
    this.count = el('span', { class: 'chat-count', id: 'chat-count' })
    this.form = this.#makeForm()
    this.hideButton = el('button', {
      type: 'button',
      class: 'quiet',
      'data-act': 'hide-chat',
      onclick: () => this.#hide(!this.#hidden),
    })
    this.element = el(
      'section',
      { class: 'chat', 'data-chat': true, 'aria-label': t('chat.title') },
      el(
        'div',
        { class: 'chat-head' },
        el('h2', {}, t('chat.title')),
        this.#newest,
        this.#aloud(),
        this.hideButton,
        el(
          'button',
          {
            type: 'button',
            class: 'quiet',
            'data-act': 'unfold-chat',
            onclick: () => this.open(),
          },
          t('act.unfold-chat'),
        ),
      ),
      this.#empty,
      this.list,
      this.form,
      this.#problem,
    )
    this.place = el('div', { class: 'chat-box' }, this.element)
    this.#draw()
    document.addEventListener('visibilitychange', () => this.#look(), {
      signal: this.#left.signal,
    })
  }

  /** Loads the lines after connecting.
   * @param {boolean | null} [expected] the player's latest choice to hide the chat: an answer that differs was made before
   *   the choice arrived, and is dropped
   * @returns {Promise<boolean>} whether the answer was used */
  async load(expected = null) {
    try {
      const path = `/api/games/${encodeURIComponent(this.id)}/chat`
      /** @type {{ items: ChatLine[], hidden: boolean }} */
      const { items, hidden } = await get(path, { signal: this.#left.signal })
      if (expected !== null && hidden !== expected) return false
      const fresh = this.#lines.size === 0
      this.#hidden = hidden
      for (const line of items) this.#lines.set(line.id, line)
      if (fresh) this.#seen = items.at(-1)?.id ?? 0
      this.list.replaceChildren()
      this.#draw()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!this.#left.signal.aborted)
        this.#problem.textContent = t('chat.failed')
    }
    return true
  }

  /** Reads the chat after the choice to show it. The choice goes by the socket and the request by HTTP, so the request may
   * arrive first. */
  async #loadShown() {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await this.load(false)) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      if (this.#left.signal.aborted || this.#hidden) return
    }
    await this.load()
  }

  /** @param {ChatLine} line a new line */
  receive(line) {
    this.#lines.set(line.id, line)
    this.#draw()
  }

  /** Handles a refusal of the last line: its text goes back into the field.
   * @param {Pick<Refused, 'why' | 'detail'>} frame */
  refuse({ why, detail }) {
    const rule = detail.rule ?? why
    this.#problem.textContent = first([
      `chat.refused.${rule}`,
      `refused.${rule}`,
      'refused.failed',
    ])
    if (!this.input.value) this.input.value = this.sent
    this.#showCount()
  }

  /** Focuses the field: in the rail, or in a sheet if the rail is under the board. */
  open() {
    this.#setFolded(false)
    if (matchMedia(NARROW_QUERY).matches) this.#openSheet()
    else this.element.scrollIntoView({ block: 'nearest' })
    if (!this.form.hidden) this.input.focus()
    this.#look()
  }

  /** Folds the chat to one line, once, to make room for the result, unless the reader is writing. */
  fold() {
    if (!this.#foldable) return
    this.#foldable = false
    this.#setFolded(!this.focused && !this.input.value)
  }

  /** Unfolds the chat after the result was closed. */
  unfold() {
    this.#foldable = true
    this.#setFolded(false)
  }

  /** @param {boolean} folded */
  #setFolded(folded) {
    if (this.#folded === folded) return
    this.#folded = folded
    set(this.element, { 'data-folded': folded })
    this.#draw()
  }

  /** Updates who may write, after the game has begun or ended. */
  update() {
    this.#draw()
  }

  leave() {
    this.#left.abort()
    this.#sheet?.close()
  }

  #openSheet() {
    this.#sheet = panel({
      kind: 'chat',
      title: t('chat.title'),
      body: this.element,
    })
    this.#sheet.element.addEventListener('close', () => {
      this.#sheet = null
      this.place.append(this.element)
    })
  }

  #makeInput() {
    return el('input', {
      type: 'text',
      class: 'chat-text',
      'data-input': 'chat',
      maxlength: String(MAX_LINE_CHARACTERS),
      autocomplete: 'off',
      enterkeyhint: 'send',
      'aria-label': t('chat.write'),
      'aria-describedby': 'chat-count',
      placeholder: t('chat.write'),
      oninput: () => this.#showCount(),
    })
  }

  #makeForm() {
    const form = el(
      'form',
      { class: 'chat-form', novalidate: true },
      this.input,
      this.count,
      el(
        'button',
        {
          type: 'submit',
          class: 'icon',
          'data-act': 'send',
          title: t('act.send'),
        },
        commandIcon('send'),
      ),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#send()
    })
    return form
  }

  /** Creates the switch that has new lines read aloud as they arrive. */
  #aloud() {
    const input = el('input', { type: 'checkbox', name: 'chat.aloud' })
    const follow = () => {
      input.checked = settings.get('chat.aloud') === 'on'
      set(this.list, { 'aria-live': input.checked ? 'polite' : 'off' })
    }
    input.addEventListener('change', () => {
      settings.set('chat.aloud', input.checked ? 'on' : 'off')
      follow()
    })
    follow()
    return el('label', { class: 'chat-aloud' }, input, t('chat.aloud'))
  }

  #send() {
    const text = this.input.value.trim()
    if (!text) return
    this.#problem.textContent = ''
    if (this.on.now().seat === null) {
      this.#sendWatching(text)
      return
    }
    if (!this.on.send({ t: 'chat', text })) {
      this.#problem.textContent = t('conn.not_now')
      return
    }
    this.sent = text
    this.input.value = ''
    this.#showCount()
  }

  /** Sends a spectator's line by HTTP: a spectator may have no name yet and gets one with the first line; the socket has
   * none.
   * @param {string} text */
  async #sendWatching(text) {
    this.sent = text
    try {
      await me()
      this.receive(
        await post(`/api/games/${encodeURIComponent(this.id)}/chat`, { text }),
      )
      this.input.value = ''
      this.#showCount()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refuse({ why: error.code, detail: error.detail })
    }
  }

  /** @param {boolean} hidden */
  #hide(hidden) {
    if (!this.on.send({ t: 'hide', on: hidden })) {
      this.#problem.textContent = t('conn.not_now')
      return
    }
    this.#hidden = hidden
    say(t(hidden ? 'chat.hidden' : 'chat.shown'))
    this.#draw()
    if (!hidden) this.#loadShown()
  }

  #showCount() {
    const { length } = [...this.input.value]
    this.count.textContent = `${length}/${MAX_LINE_CHARACTERS}`
    this.count.setAttribute(
      'aria-label',
      t('chat.count', { count: MAX_LINE_CHARACTERS - length }),
    )
  }

  #draw() {
    const { list, on } = this
    const { seat } = on.now()
    const below = list.scrollHeight - list.scrollTop - list.clientHeight < 40 // px
    const shown = list.children.length
    const lines = [...this.#lines.values()].sort((one, two) => one.id - two.id)
    const known = new Set(
      [...list.children].map((item) => item.getAttribute('data-line')),
    )
    for (const line of lines)
      if (!known.has(String(line.id))) list.append(this.#item(line))
    set(this.hideButton, { hidden: seat === null })
    this.hideButton.textContent = t(
      this.#hidden ? 'act.show-chat' : 'act.hide-chat',
    )
    set(this.element, { 'data-hidden': this.#hidden })
    set(list, { hidden: this.#hidden || lines.length === 0 })
    set(this.form, { hidden: this.#hidden })
    const { text, from } = lines.at(-1) ?? {}
    this.#newest.textContent =
      from && !this.#hidden ? `${personName(from)}: ${text}` : ''
    this.#empty.textContent = emptyText(this.#hidden, lines.length, seat)
    this.#showCount()
    this.input.placeholder = this.#empty.textContent || t('chat.write')
    if (below || !shown) list.scrollTop = list.scrollHeight
    this.#look()
  }

  /** @param {ChatLine} line */
  #item({ id, from, text, at }) {
    const mine = from.seat !== null && from.seat === this.on.now().seat
    const report = el(
      'button',
      {
        type: 'button',
        class: 'quiet icon',
        'data-act': 'report',
        'aria-label': t('chat.report', { name: personName(from) }),
        title: t('act.report'),
        onclick: () => this.#report(id, text),
      },
      commandIcon('report'),
    )
    return el(
      'li',
      { 'data-line': id, 'data-own': mine },
      el(
        'span',
        { class: 'chat-said' },
        from.name
          ? el(
              'a',
              { href: personPath(from.name), target: '_blank' },
              from.name,
            )
          : el('b', {}, personName(from)),
        ' ',
        el('bdi', { class: 'chat-words' }, text),
      ),
      el(
        'time',
        { datetime: new Date(at).toISOString(), class: 'chat-at' },
        hour(at),
      ),
      mine ? null : report,
    )
  }

  /** @param {number} line @param {string} quote */
  async #report(line, quote) {
    const [{ openReport }] = await Promise.all([
      loadPart(() => import('../people/report.js')),
      prepare('people/report'),
    ])
    openReport({ game: this.id, line, quote })
  }

  /** Marks the visible lines as seen. */
  #look() {
    const newest = Math.max(0, ...this.#lines.keys())
    const inSheet = this.#sheet !== null
    const inRail = !matchMedia(NARROW_QUERY).matches
    const visible = !document.hidden && !this.#hidden && (inSheet || inRail)
    if (visible) this.#seen = newest
    const own = this.on.now().seat
    const unread = [...this.#lines.values()].filter(
      ({ id, from }) =>
        id > this.#seen && (from.seat === null || from.seat !== own),
    )
    this.on.unread(this.#hidden ? 0 : unread.length)
  }

  /** Whether the reader is writing. */
  get focused() {
    return focused() === this.input
  }
}

/** @param {boolean} hidden @param {number} count @param {number | null} seat */
function emptyText(hidden, count, seat) {
  if (hidden) return t('chat.is_hidden')
  if (count) return ''
  return t(seat === null ? 'chat.none.watchers' : 'chat.none.players')
}
