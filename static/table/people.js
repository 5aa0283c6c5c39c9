// Interaction of two people at a table besides moves: offers, claims, rematch, chat. Not loaded for a solitaire.

import { gamePath } from '../app/routes.js'
import { loadPart, sheet } from '../core/files.js'
import { hasChat } from '../play/actions.js'
import { playsBothSides } from '../play/texts.js'
import { html, signal } from '../vendor/preact.js'
import { FirstMove } from './first-move.js'
import { Offers } from './offers.js'
import { Rematch } from './rematch.js'

/** Access to the table: its events, and the acts of its players.
 * @typedef {object} PeopleHandlers
 * @property {import('./commands.js').Commands} commands
 * @property {Say} say
 * @property {Go} go
 * @property {() => State} now the newest state
 * @property {(message: object) => boolean} send false: not connected
 * @property {(waits: (number | null)[]) => void} countDown
 * @property {AbortSignal} left aborted when the page is left */

export class People {
  /** @type {import('./chat.js').Chat | null} in a game of two people, from its start */
  chat = null
  unread = signal(0) // lines of the chat
  /** What the rail shows of the chat, once it is loaded. */
  chatContent = signal(/** @type {Content} */ (null))
  #opening = false // the chat is being loaded
  #folds = false // the result stands beside the chat
  #conn = ''
  #taken = false // whether the player was taken to the next game
  #noted = '' // the status last passed to live/own-games.js
  #state = signal(/** @type {State | null} */ (null))
  /** @param {string} id @param {Rules} rules
   * @param {import('../play/message-strip.js').MessageStrip} strip @param {PeopleHandlers} on */
  constructor(id, rules, strip, on) {
    this.id = id
    this.on = on
    const { commands, say, countDown } = on
    strip.aside(html`<${FirstMove} state=${this.#state} />`)
    this.offers = new Offers(strip, { commands, say, countDown })
    /** The rematch, for the result. */
    this.rematch = html`<${Rematch} ...${{ rules, commands }} state=${this.#state} />`
    on.left.addEventListener('abort', () => this.offers.leave())
  }

  /** Updates everything, after every state and every change of presence; `due`: the result is shown, or will be.
   * @param {State} state @param {boolean} due */
  show(state, due) {
    this.#folds = due
    this.#state.value = state
    this.#note(state)
    this.offers.show(state, due)
    if (hasChat(state)) this.#openChat()
    this.#makeRoom()
    this.chat?.update()
  }

  /** Announces offers, and takes both players to the game of the rematch, once.
   * @param {State} before @param {State} state */
  follow(before, state) {
    this.offers.follow(before, state)
    const { seat, next } = state
    const fresh = next !== null && before.next === null
    if (!fresh || seat === null || playsBothSides(state) || this.#taken) return
    this.#taken = true
    this.on.go(gamePath(next))
  }

  /** @param {Conn} conn */
  onConn(conn) {
    this.#conn = conn
    if (conn === 'ok') this.chat?.load()
  }

  /** Focuses the chat as soon as it is loaded. */
  async talk() {
    await this.#openChat()
    this.chat?.open()
  }

  /** @param {State} state */
  async #note(state) {
    if (state.status === this.#noted) return
    this.#noted = state.status
    const { noteTable } = await loadPart(() => import('../live/own-games.js'))
    noteTable(state)
  }

  async #openChat() {
    if (this.#opening) return
    this.#opening = true
    const [{ Chat }] = await Promise.all([
      loadPart(() => import('./chat.js')),
      sheet('/static/table/chat.css'),
    ]).catch((error) => {
      this.#opening = false // the next press loads it again
      throw error
    })
    const { send, now, left } = this.on
    if (left.aborted) return
    const chat = new Chat(this.id, {
      send,
      now,
      left,
      unread: (count) => {
        this.unread.value = count
      },
    })
    this.chat = chat
    this.#makeRoom()
    this.chatContent.value = chat.content
    if (this.#conn === 'ok') chat.load()
  }

  /** Folds the chat while the result is docked beside it. */
  #makeRoom() {
    if (this.#folds) this.chat?.fold()
    else this.chat?.unfold()
  }
}
