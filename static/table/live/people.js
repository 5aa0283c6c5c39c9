// Interaction of two people at a table besides moves: offers, claims, rematch, chat. Not loaded for a solitaire.

import { gamePath } from '../../app/routes.js'
import { loadPart, sheet } from '../../core/files.js'
import { follow } from '../../kit/follow.js'
import { html, signal } from '../../vendor/preact.js'
import { hasChat } from '../actions.js'
import { playsBothSides } from '../texts.js'
import { FirstMove } from './first-move.js'
import { Offers } from './offers.js'
import { Rematch } from './rematch.js'

export class People {
  /** The chat of two people, once it is loaded. */
  #chat = signal(/** @type {import('./chat.js').Chat | null} */ (null))
  #opening = false // the chat is being loaded
  #taken = false // whether the player was taken to the next game

  /** @param {import('./controller.js').TableController} table */
  constructor(table) {
    const { rules, game, commands, strip, services, left, ending } = table
    this.game = game
    this.go = table.go
    this.left = left
    this.ending = ending
    strip.aside(html`<${FirstMove} game=${game} />`)
    this.offers = new Offers(strip, game, commands, ending.due, services.say, left)
    /** The rematch, for the result. */
    this.rematch = html`<${Rematch} ...${{ rules, game, commands }} />`
    follow(
      left,
      () => game.state.status,
      () => this.#note(),
    )
    follow(
      left,
      () => hasChat(game.state),
      (has) => has && this.#openChat(),
    )
    follow(
      left,
      () => ending.due.value,
      () => this.#makeRoom(),
    )
  }

  /** Number of unread lines of the chat. */
  get unread() {
    return this.#chat.value?.unread.value ?? 0
  }

  /** What the rail shows of the chat. @returns {Content} */
  get chat() {
    return this.#chat.value?.content ?? null
  }

  /** Announces offers, and takes both players to the game of the rematch, once.
   * @param {State} before @param {State} state */
  onState(before, state) {
    this.offers.follow(before, state)
    const { seat, next } = state
    const fresh = next !== null && before.next === null
    if (!fresh || seat === null || playsBothSides(state) || this.#taken) return
    this.#taken = true
    this.go(gamePath(next))
  }

  /** Loads the lines that were missed. */
  onConnected() {
    this.#chat.value?.load()
  }

  /** @param {ChatLine} line */
  onLine(line) {
    this.#chat.value?.receive(line)
  }

  /** @param {Refused} frame */
  onLineRefused(frame) {
    this.#chat.value?.refuse(frame)
  }

  /** Focuses the chat as soon as it is loaded. */
  async talk() {
    await this.#openChat()
    this.#chat.value?.open()
  }

  async #note() {
    const { noteTable } = await loadPart(() => import('../../live/own-games.js'))
    noteTable(this.game.state)
  }

  async #openChat() {
    if (this.#opening) return
    this.#opening = true
    const [{ Chat }] = await Promise.all([
      loadPart(() => import('./chat.js')),
      sheet('/static/table/live/chat.css'),
    ]).catch((error) => {
      this.#opening = false // the next press loads it again
      throw error
    })
    if (this.left.aborted) return
    const chat = new Chat(this.game, this.left)
    this.#chat.value = chat
    this.#makeRoom()
    if (this.game.conn === 'ok') chat.load()
  }

  /** Folds the chat while the result is docked beside it. */
  #makeRoom() {
    if (this.ending.due.value) this.#chat.value?.fold()
    else this.#chat.value?.unfold()
  }
}
