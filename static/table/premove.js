// Premove: one move chosen during the opponent's turn. Its legality is unknown then, so any own piece can be picked and any
// other place after it. On the player's turn it is played if it is legal, else dropped with a sentence. Only in games for
// two people whose moves consist of places.

import { all } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { cue } from '../core/sound.js'
import { playsBothSides } from '../play/texts.js'

/** Whether the player may choose a premove now.
 * @param {State} state */
export const mayPremove = (state) =>
  settings.get('premove', 'on') === 'on' &&
  state.status === 'live' &&
  state.seat !== null &&
  state.turn !== null &&
  state.turn !== state.seat &&
  !state.warning &&
  !playsBothSides(state)

/** Returns the premoves to choose from: each own piece with each other place that it could ever reach.
 * @param {Board} board @param {State} state @returns {LegalMove[]} */
function premoves(board, state) {
  const cells = all(board.element, '[role=grid] [data-sq]')
  const places = cells.map((cell) => cell.dataset.sq ?? '')
  const own = cells
    .filter((cell) => cell.dataset.owner === String(state.seat))
    .map((cell) => cell.dataset.sq ?? '')
  return own.flatMap((from) =>
    (board.reach?.(from, state) ?? places)
      .filter((to) => to !== from)
      .map((to) => /** @type {LegalMove} */ ([`${from} ${to}`, `${from}–${to}`])),
  )
}

/** `made`: moves in effect when it was chosen. @typedef {{ move: string, made: number }} Premove */

/** Returns what becomes of a premove with a new state or setting; null: nothing yet. On the player's turn it is played, it
 * begins several moves (a choice is left), or it is not legal. `gone`: the game has ended, or was taken back. `off`: none may
 * be chosen any more, so that none is shown.
 * @param {Premove} premove @param {State} state @returns {'play' | 'begin' | 'drop' | 'gone' | 'off' | null} */
export function fateOf({ move, made }, state) {
  if (state.status !== 'live' || state.told.length < made) return 'gone'
  if (state.turn !== state.seat) return mayPremove(state) ? null : 'off'
  if (state.legal.some(([legal]) => legal === move)) return 'play'
  return state.legal.some(([legal]) => legal.startsWith(`${move} `)) ? 'begin' : 'drop'
}

/** Premove of a live table, at most one: what its player does, sees and hears. send(move): plays it; redraw(): draws the
 * table, which calls `offer` while a premove may be chosen. */
export class Premoves {
  /** @type {Premove | null} */
  #chosen = null

  /** @param {BoardHost} host @param {{ send(move: string): void, redraw(): void }} on */
  constructor({ board, picks, services }, on) {
    this.board = board
    this.picks = picks
    this.say = services.say
    this.on = on
    picks.onrecall = () => this.#recall()
  }

  /** @param {State} state */
  offer(state) {
    const pending = this.#chosen?.move ?? null
    this.picks.set(premoves(this.board, state), { pending, ahead: true })
  }

  /** @param {string} move @param {State} state */
  choose(move, state) {
    this.#chosen = { move, made: state.told.length }
    this.on.redraw()
    this.say(t('premove.set', { move: move.replace(' ', '–') }))
  }

  /** Takes the premove back; false: there is none. */
  withdraw() {
    if (!this.#chosen) return false
    this.#recall()
    return true
  }

  #recall() {
    this.#chosen = null
    this.on.redraw()
    this.say(t('premove.cancelled'))
  }

  /** Decides what becomes of the premove after a new state or setting; sends a legal one. Returns the function that shows and
   * says it, once the state is drawn. @param {State} state */
  follow(state) {
    const { move = '' } = this.#chosen ?? {}
    const fate = this.#chosen && fateOf(this.#chosen, state)
    if (fate) this.#chosen = null
    if (fate === 'play') this.on.send(move)
    return () => {
      if (fate === 'begin') for (const word of move.split(' ')) this.picks.point(word)
      if (fate === 'off') this.say(t('premove.cancelled'))
      if (fate !== 'drop') return
      this.say(t('premove.dropped', { move: move.replace(' ', '–') }))
      cue('wrong')
    }
  }
}
