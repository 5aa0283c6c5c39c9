// Model of one seat's clock: counts from the server's value and the time of receipt, never from the device's clock, and
// tells when the remaining time has to be announced.

import { delay } from '../core/server-time.js'
import { lowTime } from './clock-text.js'

const SPOKEN_SECONDS = [60, 30, 10] // at which the remaining time is announced

export class ClockModel {
  /** @type {TimeControl | null} */
  control = null
  running = false
  #left = 0
  #received = 0 // performance.now()
  #spoken = Infinity // the last announced one of SPOKEN_SECONDS
  #warned = false
  #seat

  /** @param {number} seat */
  constructor(seat) {
    this.#seat = seat
  }

  /** Takes over a state; returns whether the game has a clock. `at`: performance.now() when the state was received.
   * @param {Pick<State, 'clock' | 'control'>} state @param {number} at */
  take({ clock, control }, at) {
    this.control = control
    if (clock === null || control === null) return false
    this.#left = clock.left[this.#seat] ?? 0
    this.running = clock.running === this.#seat
    this.#received = at - delay(clock.at, at)
    return true
  }

  /** Returns the remaining time in ms. */
  left() {
    return Math.max(0, this.#left - (this.running ? performance.now() - this.#received : 0))
  }

  /** @param {number} ms */
  isLow(ms) {
    return this.control !== null && ms < lowTime(this.control)
  }

  /** Returns what has to be told at a remaining time, each once: that it has become low, and a number of seconds.
   * @param {number} ms @returns {{ low: boolean, seconds: number | null }} */
  alarms(ms) {
    const low = this.isLow(ms) && !this.#warned
    if (low) this.#warned = true
    if (!this.control || this.control.days) return { low, seconds: null }
    const seconds = SPOKEN_SECONDS.find(
      (due) => ms <= due * 1000 && this.#spoken > due && ms > (due - 2) * 1000,
    )
    if (seconds) this.#spoken = seconds
    return { low, seconds: seconds ?? null }
  }
}
