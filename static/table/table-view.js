// What stands on the page of a live table: the player bars, the board, the move list, the buttons and the cards around
// them. It shows a state; what is pressed goes to the controller.

import { el, set } from '../core/dom.js'
import { name, seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { settings } from '../core/settings.js'
import { solitaireStats } from '../solitaire/stats.js'
import { inviteCard } from './invite.js'
import { moveInput } from './move-input.js'
import { moveList } from './move-list.js'
import { playerBars } from './player-bars.js'
import {
  coachText,
  isYourTurn,
  playsBothSides,
  turnText,
  versionText,
} from './texts.js'
import { toolbar } from './toolbar.js'

export const WIDE_BAR = 9 // buttons in the bar beside a board that takes the whole width

export class TableView {
  #heading = el('h1', { class: 'table-title' })
  #coach = el('div', { class: 'coach', hidden: true })
  #version = el('p', { class: 'rules-version' })
  dock = el('div', { class: 'docked-place' }) // for the result and the invitation

  /** now(): the newest state; press(act, button): a button that is no link.
   * @param {Rules} rules @param {BoardHost} host
   * @param {ReturnType<typeof import('./status.js').statusLine>} status
   * @param {{ now(): State, press(act: string, button: HTMLElement): void }} on */
  constructor(rules, { board, picks, services }, status, on) {
    this.rules = rules
    this.board = board
    this.status = status
    this.players = playerBars(rules, services.say, board.standing)
    this.moves = moveList({ seats: rules.seats.length })
    this.stats = solitaireStats()
    this.toolbar = toolbar(on.press, board.wide ? WIDE_BAR : undefined)
    this.moveInput = moveInput(services, board, on.now)
    this.element = this.#layOut(confirmBar(picks, board, on.now))
  }

  /** @param {HTMLElement} confirm */
  #layOut(confirm) {
    const { rules, board, players } = this
    const field = el(
      'div',
      { class: 'ground' },
      board.element,
      confirm,
      board.below ?? null,
    )
    const rail = el(
      'div',
      { class: 'rail' },
      board.side ?? null,
      this.moves.element,
      this.moveInput.element,
      players.spectators,
      this.#version,
    )
    const [top, bottom] = players.elements
    const table = el(
      'div',
      { class: 'table' },
      this.#heading,
      top,
      this.status.element,
      field,
      this.#coach,
      bottom,
      this.dock,
      this.stats.element,
      rail,
      this.toolbar.element,
    )
    return set(table, {
      'data-alone': solitaire(rules),
      'data-wide': board.wide,
    })
  }

  /** Everything but the board and the buttons.
   * @param {State} state @param {boolean} flipped */
  show(state, flipped) {
    const { rules } = this
    this.#heading.textContent = headingText(rules, state)
    this.#version.textContent = versionText(rules, state)
    this.players.show(state, flipped)
    this.status.show(rules, state)
    this.moves.show(state.told)
    this.stats.show(state)
    set(this.moveInput.element, {
      hidden: state.seat === null || state.status !== 'live',
    })
    this.#showCoach(state)
  }

  /** The card with the link, while the table waits for an opponent.
   * @param {State} state @param {string} id @param {Parameters<typeof inviteCard>[1]} on */
  showInvite(state, id, on) {
    const card = this.dock.querySelector('[data-waiting]')
    if (state.status !== 'open') card?.remove()
    else if (!card) this.dock.append(inviteCard(id, on))
  }

  leave() {
    this.players.leave()
    this.status.leave()
    this.toolbar.leave()
    this.stats.leave()
  }

  /** @param {State} state */
  #showCoach(state) {
    const done = settings.get('coach') === 'done' || state.told.length > 1
    const text = done ? null : coachText(this.rules, state.seat)
    const shown = isYourTurn(state) && text !== null
    set(this.#coach, { hidden: !shown })
    if (!shown || this.#coach.firstChild) return
    const onclick = () => {
      settings.set('coach', 'done')
      this.#coach.hidden = true
    }
    const close = el(
      'button',
      {
        type: 'button',
        class: 'quiet icon',
        'data-act': 'coach',
        'aria-label': t('act.understood'),
        onclick,
      },
      commandIcon('confirm'),
    )
    this.#coach.append(text, close)
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

/** The title of the page.
 * @param {Rules} rules @param {State} state */
export const titleText = (rules, state) =>
  t('table.title', { game: name(rules), turn: turnText(rules, state) })

/** The confirm bar, shown while a move waits for a confirmation (`picks.asked`): the move in words, a yes and a no; no
 * takes one token back.
 * @param {MoveBuilder} picks @param {Board} board @param {() => State} now */
function confirmBar(picks, board, now) {
  const move = el('span', { class: 'asked-move' })
  const button = (
    /** @type {'confirm' | 'cancel'} */ act,
    /** @type {() => void} */ onclick,
    look = '',
  ) =>
    el(
      'button',
      { type: 'button', class: look || null, 'data-act': act, onclick },
      commandIcon(act),
      t(`act.${act}`),
    )
  const yes = button('confirm', () => picks.confirm(), 'primary')
  const no = button('cancel', () => picks.back())
  const element = el('div', { class: 'asked', hidden: true })
  picks.on(() => {
    set(element, { hidden: !picks.asked })
    if (!picks.asked) return element.replaceChildren()
    if (!element.firstChild) element.append(move, no, yes)
    const { asked } = picks
    const notation = picks.legal.find(([legal]) => legal === asked)?.[1]
    const text = notation && (board.tell?.(asked, now()) ?? notation)
    const warning = picks.warn(asked)
    set(element, { 'data-warning': Boolean(warning) })
    move.textContent = warning ?? (text ? t('move.asked', { move: text }) : '')
  })
  return element
}
