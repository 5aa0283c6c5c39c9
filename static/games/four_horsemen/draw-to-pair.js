// "Draw until pair": one press draws cards until the hand holds a pair. Each draw is a move of its own, sent only after
// the answer to the one before. The last card of the deck needs a confirmation, as always.

import { reducedMotion } from '../../board/contract.js'
import { signal } from '../../vendor/preact.js'

/** @import { HorsemenState } from './types.d.ts' */

const PAUSE_MS = 180 // between two cards, so that the eye can follow

export class DrawToPair {
  #running = signal(false)
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  #ply = -1 // of the state in which the last card was requested

  /** @param {Picks} picks */
  constructor(picks) {
    this.picks = picks
  }

  get running() {
    return this.#running.value
  }

  /** Starts drawing. False: no card can be drawn, or the hand can be played already. @param {HorsemenState} frame */
  start(frame) {
    if (this.running || !this.#wants(frame)) return false
    this.#draw(frame)
    return true
  }

  /** Handles a new state; the same state again (a refusal) ends the drawing.
   * @param {HorsemenState} frame @param {boolean} interactive */
  onState(frame, interactive) {
    if (!this.running) return
    if (!interactive || frame.ply <= this.#ply || !this.#wants(frame)) return this.stop()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#draw(frame), reducedMotion() ? 0 : PAUSE_MS)
  }

  stop() {
    clearTimeout(this.#timer)
    this.#running.value = false
  }

  /** @param {HorsemenState} frame */
  #wants({ legal, view }) {
    return !view.tops.length && legal.some(([move]) => move === 'draw')
  }

  /** @param {HorsemenState} frame */
  #draw(frame) {
    this.#ply = frame.ply
    this.#running.value = true // before the draw, whose answer may come at once
    this.picks.clear()
    if (!this.picks.play('draw') || this.picks.asked) this.stop()
  }
}
