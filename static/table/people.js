// What two people at a table do besides moving: offers and claims, the rematch, the chat. A solitaire does not load it.

import { gamePath } from '../app/routes.js'
import { loadPart, sheet } from '../core/files.js'
import { hasChat } from '../play/actions.js'
import { playsBothSides } from '../play/texts.js'
import { Offers } from './offers.js'
import { rematchLine } from './rematch.js'

/** @typedef {import('./controller.js').TableController} TableController */

export class People {
  /** @type {import('./chat.js').Chat | null} of a game of two people, from its begin */
  chat = null
  unread = 0 // lines of the chat
  #opening = false // the chat is being loaded
  #taken = false // to the next game
  #left = false
  #noted = '' // the status that the pages beside the table know of
  /** @param {TableController} table */
  constructor(table) {
    this.table = table
    const { commands } = table
    this.offers = new Offers(table.strip, {
      answer: (what, yes) => commands.answer(what, yes),
      withdraw: (what) => commands.withdraw(what),
      claim: (what) => commands.claim(what),
      say: table.services.say,
      countDown: (waits) => table.view.players.countDown(waits),
    })
    this.rematch = rematchLine({
      offer: () => commands.offer('rematch'),
      withdraw: () => commands.withdraw('rematch'),
      answer: (yes) => commands.answer('rematch', yes),
    })
  }

  /** After every state and every change of who is there. @param {State} state */
  show(state) {
    this.#note(state)
    this.offers.show(state, this.table.ending.due)
    this.rematch.show(state)
    if (hasChat(state)) this.#openChat()
    this.#makeRoom()
    this.chat?.update()
  }

  /** Both players are taken to the game of the rematch, once. @param {State} before @param {State} state */
  follow(before, state) {
    const { seat, next } = state
    const fresh = next !== null && before.next === null
    if (!fresh || seat === null || playsBothSides(state) || this.#taken) return
    this.#taken = true
    this.table.go(gamePath(next))
  }

  /** The link is up. */
  onConnected() {
    this.chat?.load()
  }

  /** To the chat, as soon as it is there. */
  async talk() {
    await this.#openChat()
    this.chat?.open()
  }

  leave() {
    this.#left = true
    this.offers.leave()
    this.chat?.leave()
  }

  /** @param {State} state */
  async #note(state) {
    if (state.status === this.#noted) return
    this.#noted = state.status
    const { noteTable } = await loadPart(() => import('../news/own-games.js'))
    noteTable(state)
  }

  async #openChat() {
    if (this.#opening) return
    this.#opening = true
    const { table } = this
    const [{ Chat }] = await Promise.all([
      loadPart(() => import('./chat.js')),
      sheet('/static/table/chat.css'),
    ]).catch((error) => {
      this.#opening = false // the next press loads it again
      throw error
    })
    if (this.#left) return
    const chat = new Chat(table.id, {
      send: (message) => table.socket?.send(message) ?? false,
      now: () => table.state,
      unread: (count) => this.#count(count),
    })
    this.chat = chat
    this.#makeRoom()
    table.view.showChat(chat.place)
    if (table.socket?.conn === 'ok') chat.load()
  }

  /** The chat is folded while the result stands beside it. */
  #makeRoom() {
    if (this.table.ending.due) this.chat?.fold()
    else this.chat?.unfold()
  }

  /** @param {number} count */
  #count(count) {
    if (count === this.unread) return
    this.unread = count
    this.table.showActions()
  }
}
