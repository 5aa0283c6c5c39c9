// View of a live table: player bars, board, move list, buttons, and the cards around them. It shows a state and passes
// presses to the controller.

import { el, set } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { name, seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { termsText } from '../play/clock-text.js'
import { layTable } from '../play/layout.js'
import { MoveList } from '../play/move-list.js'
import { PlayerBars } from '../play/player-bars.js'
import { statusLine } from '../play/status.js'
import { firstSeat, hiddenText, playsBothSides, turnText, versionText } from '../play/texts.js'
import { toolbar } from '../play/toolbar.js'
import { coachLine } from './coach.js'
import { confirmBar } from './confirm-bar.js'
import { moveInput } from './move-input.js'
import { watchersLine } from './watching.js'

export class TableView {
  #heading = el('h1', { class: 'table-title' })
  #version = el('p', { class: 'rules-version' })
  #control = el('span', { class: 'table-control' })
  #chat = el('div', { class: 'chat-place' })
  #watchers = watchersLine()
  #daily = el('span', { hidden: true })
  #dailyOf = '' // game and status of the requested mark of the daily deal
  #endOfDay = () => {} // ends the warning of the end of the day
  status = statusLine()
  /** @type {AbortController | null} while the table waits for an opponent */
  #waiting = null
  #waitingPlace = el('div')
  dock = el('div', { class: 'docked-place' }) // for the result and the waiting card

  /** now(): the newest state; press(act, button): called for buttons, not for links.
   * @param {Rules} rules @param {BoardHost} host
   * @param {import('../play/message-strip.js').MessageStrip} strip
   * @param {import('./controller.js').SolitaireStats | null} stats of a solitaire
   * @param {{ now(): State, press(act: string, button: HTMLElement): void, lookBack: import('../play/look-back.js').LookBack }} on */
  constructor(rules, { board, services }, strip, stats, on) {
    this.rules = rules
    this.board = board
    this.strip = strip
    this.players = new PlayerBars(rules, services.say, board)
    this.lookBack = on.lookBack
    this.moves = new MoveList({
      seats: rules.seats.length,
      readable: (told) => board.readable?.(told) ?? told,
      press: (made) => this.lookBack.goTo(made),
    })
    this.lookBack.turnBy(this.moves.element)
    this.stats = stats
    this.toolbar = toolbar(on.press)
    this.moveInput = moveInput(services, board, on.now)
    this.coach = coachLine(rules, board, strip, () => on.press('lesson', this.dock))
    confirmBar(services, board, strip, on.now)
    this.element = layTable(rules, board, {
      heading: this.#heading,
      head: [this.status.element, ...(stats ? [stats.element] : [])],
      bars: this.players.elements,
      message: strip.element,
      rail: [
        this.dock,
        this.moves.element,
        this.lookBack.element,
        this.moveInput.element,
        this.#chat,
        this.#watchers.element,
        this.#version,
      ],
      actions: this.toolbar.element,
    })
  }

  /** Shows the name of the game with its terms; there is no room for more. The bars show the sides, and a solitaire's status
   * line says that it is being played.
   * @param {State} state */
  #showHeading(state) {
    const { rules } = this
    const whole = headingText(rules, state)
    const terms = termsText(state)
    const shown = terms || solitaire(rules) ? name(rules) : whole
    const same = shown === whole
    this.#control.textContent = terms
    this.#heading.title = whole
    this.#heading.replaceChildren(
      el('span', { 'aria-hidden': !same && 'true' }, shown, ' '),
      same ? '' : el('span', { class: 'visually-hidden' }, whole, ' '),
      this.#control,
      this.#daily,
    )
  }

  /** Draws everything but the board and the buttons. `face`: the far side's pieces are upside down.
   * @param {State} state @param {boolean} flipped @param {boolean} face */
  show(state, flipped, face) {
    const { rules, board } = this
    this.#showHeading(state)
    this.#markDaily(state)
    this.#version.textContent = versionText(rules, state)
    this.showPresence(state, flipped)
    const { sentence, backButton } = this.lookBack
    this.status.show(rules, state, sentence, sentence ? backButton : undefined)
    this.moves.pressable(hiddenText(rules, state) === '')
    const made = this.lookBack.made ?? state.told.length
    this.moves.show(state.told, made, firstSeat(state))
    this.stats?.show(state, board.score?.(state))
    this.moveInput.allow(state.seat !== null && state.status === 'live')
    this.coach.show(state)
    set(this.element, { 'data-face': face })
  }

  /** @param {State} state @param {boolean} flipped */
  showPresence(state, flipped) {
    this.players.show(state, flipped, this.lookBack.frame)
    this.#watchers.show(state)
  }

  /** @param {Node} place */
  showChat(place) {
    this.#chat.replaceChildren(place)
  }

  /** @param {State} state */
  async #markDaily(state) {
    const key = `${state.game} ${state.status}`
    if (!this.stats || key === this.#dailyOf) return
    this.#dailyOf = key
    this.#endOfDay()
    const { rules, strip } = this
    const end = await this.stats.markDaily(this.#daily, rules, state, strip)
    if (end && key === this.#dailyOf) this.#endOfDay = end
    else end?.()
  }

  /** Shows the card while the table waits for an opponent.
   * @param {State} state @param {string} id @param {import('./commands.js').Commands} commands */
  async showWaiting(state, id, commands) {
    if (state.status !== 'open') return this.#endWaiting()
    if (this.#waiting) return undefined
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    const { showWaiting } = await loadPart(() => import('./waiting/card.js'))
    const { rules } = this
    if (signal.aborted) return undefined
    this.dock.append(this.#waitingPlace)
    return showWaiting(
      this.#waitingPlace,
      { id, rules, state, acts: commands.whileWaiting() },
      signal,
    )
  }

  #endWaiting() {
    this.#waiting?.abort()
    this.#waiting = null
    this.#waitingPlace.remove()
  }

  leave() {
    this.moves.leave()
    this.players.leave()
    this.#endWaiting()
    this.strip.leave()
    this.toolbar.leave()
    this.moveInput.leave()
    this.stats?.leave()
    this.#dailyOf = ''
    this.#endOfDay()
  }
}

/** @param {Rules} rules @param {State} state */
function headingText(rules, state) {
  const game = name(rules)
  if (state.seat === null) return t('table.heading.watching', { game })
  if (solitaire(rules)) return game
  if (playsBothSides(state)) return t('table.heading.both', { game })
  return t('table.heading', { game, seat: seatName(rules, state.seat) })
}

/** Returns the title of the page; `news`: stands in the place of the turn.
 * @param {Rules} rules @param {State} state @param {string} [news] */
export function titleText(rules, state, news) {
  const [game, turn] = [name(rules), news || turnText(rules, state)]
  return turn ? t('table.title', { game, turn }) : game
}
