// Automatic play in a solitaire: its modes, and the player of one move after another.

import { reducedMotion } from '../../board/contract.js'
import { settings } from '../../core/settings.js'

export const MODES = ['off', 'safe', 'all']
export const PAUSE_MS = 200 // between two moves, so that the eye can follow

/** Returns the mode of automatic play after each of the player's moves; `off` unless chosen on this device. */
export function autoplayMode() {
  const chosen = settings.get('auto', 'off')
  return MODES.includes(chosen) ? chosen : 'off'
}

/** Plays one ordinary move after another; each can be undone. The pause counts from when the move before was sent, so that a
 * slow connection or device adds as little as possible. It never begins by itself after an undo, and any act of the player
 * ends it. */
export class Autoplay {
  #next
  #play
  #pace
  /** @type {boolean | null} true: all possible moves, false: safe ones, null: not running */
  #all = null
  #asked = false // whether the player started it
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #sent = 0 // when the last move was sent, as performance.now()
  #ownMove = false // whether the unanswered move is the player's own

  /** next(frame, how): the board's `auto`; play(move): sends a move, false: it cannot be sent; pace(frame): ms until
   * the next one.
   * @param {BoardAutoplay['next']} next @param {(move: string) => boolean} play
   * @param {(state: State) => number} pace */
  constructor(next, play, pace) {
    this.#next = next
    this.#play = play
    this.#pace = pace
  }

  get running() {
    return this.#all !== null
  }

  /** Starts on the player's request; returns false if there is nothing to play. `all`: also moves that are not safe.
   * @param {State} state @param {boolean} [all] */
  start(state, all = autoplayMode() === 'all') {
    this.stop()
    this.#all = all
    this.#asked = true
    return this.#step(state)
  }

  /** Notes a move of the player's own. */
  onOwnMove() {
    if (this.running) return
    this.#ownMove = true
    this.#sent = performance.now()
  }

  stop() {
    clearTimeout(this.#timer)
    this.#all = null
    this.#asked = false
    this.#ownMove = false
  }

  /** Handles a new state: goes on, or begins after the player's own move.
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
    const how = { all: this.#all === true, asked: this.#asked }
    const move = state.status === 'live' ? this.#next(state, how) : null
    if (move && this.#play(move)) return true
    this.stop()
    return false
  }
}
