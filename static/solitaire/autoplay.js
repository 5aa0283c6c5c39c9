// Automatic play: which moves are played so, and one after the other.

import { reducedMotion } from '../boards/contract.js'
import { settings } from '../core/settings.js'

export const MODES = ['off', 'safe', 'all']
export const PAUSE = 200 // ms from one move to the next, so that the eye can follow

/** What is played automatically after each of the player's moves; `off` unless chosen on this device. */
export function autoplayMode() {
  const chosen = settings.get('auto', 'off')
  return MODES.includes(chosen) ? chosen : 'off'
}

/** Plays one ordinary move after another, each an entry of its own that can be undone. The time between two counts from
 * when the first was sent, so that a slow link or device adds as little as it can. It never begins by itself after an
 * undo, and whatever the player does meanwhile ends it. */
export class Autoplay {
  #next
  #play
  #pace
  /** @type {boolean | null} true: all that fits, false: what is safe, null: not running */
  #all = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #sent = 0 // when the last move was sent, as performance.now()
  #ownMove = false // whether the player's own move is the one that is on its way

  /** next(frame, all): the board's `auto`; play(move): sends it and returns whether it could be sent; pace(frame): ms
   * until the next one.
   * @param {NonNullable<Board['auto']>} next @param {(move: string) => boolean} play
   * @param {(state: State) => number} pace */
  constructor(next, play, pace) {
    this.#next = next
    this.#play = play
    this.#pace = pace
  }

  get running() {
    return this.#all !== null
  }

  /** The player asks for it now: false when there is nothing to play. `all`: also what is not safe.
   * @param {State} state @param {boolean} [all] */
  start(state, all = autoplayMode() === 'all') {
    this.stop()
    this.#all = all
    return this.#step(state)
  }

  /** The player has made a move of their own. */
  onOwnMove() {
    if (this.running) return
    this.#ownMove = true
    this.#sent = performance.now()
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
    const past = performance.now() - this.#sent
    const wait = reducedMotion() ? 0 : Math.max(0, this.#pace(state) - past)
    this.#timer = setTimeout(() => this.#step(state), wait)
  }

  /** @param {State} state */
  #step(state) {
    this.#sent = performance.now()
    const move =
      state.status === 'live' ? this.#next(state, this.#all === true) : null
    if (move && this.#play(move)) return true
    this.stop()
    return false
  }
}
