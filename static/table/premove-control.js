// Premove of a live table: what its player does, sees and hears. premove.js has its rules.

import { t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { Premove, premoves } from './premove.js'

/** send(move): plays it; redraw(): draws the table, which calls `offer` while a premove may be chosen. */
export class Premoves {
  #premove = new Premove()

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
    const { move: pending } = this.#premove
    this.picks.set(premoves(this.board, state), { pending, ahead: true })
  }

  /** @param {string} move @param {State} state */
  choose(move, state) {
    this.#premove.set(move, state)
    this.on.redraw()
    this.say(t('premove.set', { move: move.replace(' ', '–') }))
  }

  /** Takes the premove back; false: there is none. */
  withdraw() {
    if (this.#premove.move === null) return false
    this.#recall()
    return true
  }

  #recall() {
    this.#premove.clear()
    this.on.redraw()
    this.say(t('premove.cancelled'))
  }

  /** Decides what becomes of the premove after a new state or setting; sends a legal one. Returns the function that shows and
   * says it, once the state is drawn. @param {State} state */
  follow(state) {
    const move = this.#premove.move ?? ''
    const fate = this.#premove.decide(state)
    if (fate) this.#premove.clear()
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
