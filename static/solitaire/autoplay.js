// Automatic play, where a board offers it: one ordinary move after another, each an entry of its own that can be undone.
// It never begins by itself after an undo, and whatever the player does meanwhile ends it.

import { reducedMotion } from '../boards/contract.js'
import { settings } from '../core/settings.js'

export const MODES = ['off', 'safe', 'all']
const PAUSE = 140 // ms between two moves, so that the eye can follow

/** What is played automatically after each of the player's moves; `off` unless chosen on this device. */
export function autoplayMode() {
  const chosen = settings.get('auto', 'off')
  return MODES.includes(chosen) ? chosen : 'off'
}

export class Autoplay {
  #next
  #play
  /** @type {boolean | null} true: all that fits, false: what is safe, null: not running */
  #all = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #ownMove = false // whether the player's own move is the one that is on its way

  /** next(frame, all): the board's `auto`; play(move): sends it and returns whether it could be sent.
   * @param {NonNullable<Board['auto']>} next @param {(move: string) => boolean} play */
  constructor(next, play) {
    this.#next = next
    this.#play = play
  }

  get running() {
    return this.#all !== null
  }

  /** The player asks for it now: false when there is nothing to play.
   * @param {State} state */
  start(state) {
    this.stop()
    this.#all = autoplayMode() === 'all'
    return this.#step(state)
  }

  /** The player has made a move of their own. */
  onOwnMove() {
    if (!this.running) this.#ownMove = true
  }

  stop() {
    clearTimeout(this.#timer)
    this.#all = null
    this.#ownMove = false
  }

  /** A new state: goes on, or begins after the player's own move.
   * @param {State} state */
  onState(state) {
    const mode = autoplayMode()
    if (this.#ownMove && mode !== 'off') this.#all = mode === 'all'
    this.#ownMove = false
    if (!this.running) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#step(state),
      reducedMotion() ? 0 : PAUSE,
    )
  }

  /** @param {State} state */
  #step(state) {
    const move =
      state.status === 'live' ? this.#next(state, this.#all === true) : null
    if (move && this.#play(move)) return true
    this.stop()
    return false
  }
}
