// Automatic play, where a board offers it: one ordinary move after the other, each written and taken back on its own.
// It never begins by itself after an undo, and whatever the player does meanwhile ends it.

import { still } from '../boards/contract.js'
import { settings } from '../core/settings.js'

export const MODES = ['off', 'safe', 'all']
const PAUSE = 140 // ms between two moves, so that the eye can follow

/** What plays by itself after each of the player's moves; `off` unless chosen on this device. */
export const mode = () =>
  MODES.includes(settings.get('auto')) ? settings.get('auto') : 'off'

export class Auto {
  #board
  #play
  #all = null // true: all that fits, false: what is safe, null: not running
  #timer = null
  #own = false // whether the player's own move is the one that is on its way

  /** play(move): sends it; answers whether it could be sent. */
  constructor(board, play) {
    this.#board = board
    this.#play = play
  }

  get running() {
    return this.#all !== null
  }

  /** The player asks for it now: answers false when there is nothing to play. */
  start(frame) {
    this.stop()
    this.#all = mode() === 'all'
    return this.#step(frame)
  }

  /** The player has made a move of his own. */
  moved() {
    if (!this.running) this.#own = true
  }

  stop() {
    clearTimeout(this.#timer)
    this.#all = null
    this.#own = false
  }

  /** A new state: goes on, or begins after the player's own move. */
  arrived(frame) {
    if (this.#own && mode() !== 'off') this.#all = mode() === 'all'
    this.#own = false
    if (!this.running) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#step(frame), still() ? 0 : PAUSE)
  }

  #step(frame) {
    const move =
      frame.status === 'live' ? this.#board.auto(frame, this.#all) : null
    if (move && this.#play(move)) return true
    this.stop()
    return false
  }
}
