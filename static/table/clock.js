// Clock of one seat on its bar. Low time is shown by font weight, a sign and words, not by colour alone.

import { t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { icon } from '../kit/icon.js'
import { html, signal } from '../vendor/preact.js'
import { ClockModel } from './clock-model.js'
import { clockText } from './clock-text.js'

const TICK_MS = 100

/** What a clock shows. @typedef {{ text: string, isLow: boolean, isRunning: boolean }} Reading */

export class SeatClock {
  /** @type {import('@preact/signals').Signal<Reading | null>} null: the game has no clock */
  reading = signal(null)
  #model
  #isOwn = false
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer

  /** @param {number} seat @param {Say} say */
  constructor(seat, say) {
    this.seat = seat
    this.say = say
    this.#model = new ClockModel(seat)
  }

  /** Sets the clock by a state. `isOwn`: announce low time and play a sound; `at`: performance.now() when the state was
   * received.
   * @param {Pick<State, 'clock' | 'control'>} state @param {boolean} isOwn @param {number} at */
  show(state, isOwn, at) {
    clearInterval(this.#timer)
    this.#isOwn = isOwn
    if (!this.#model.take(state, at)) {
      this.reading.value = null
      return
    }
    this.#tick()
    if (this.#model.running) this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  /** Returns the time left as text; '' without a clock. */
  left() {
    const { control } = this.#model
    return control ? clockText(this.#model.left(), control) : ''
  }

  leave() {
    clearInterval(this.#timer)
  }

  #tick() {
    const { control, running: isRunning } = this.#model
    if (!control) return
    const ms = this.#model.left()
    const text = clockText(ms, control)
    const isLow = this.#model.isLow(ms)
    const shown = this.reading.peek()
    if (shown?.text !== text || shown.isLow !== isLow || shown.isRunning !== isRunning)
      this.reading.value = { text, isLow, isRunning }
    if (!isRunning || !this.#isOwn) return
    const alarms = this.#model.alarms(ms)
    if (alarms.low) cue('low')
    if (alarms.seconds) this.say(t('table.clock.left', { count: alarms.seconds }))
  }
}

/** @param {{ clock: SeatClock, name: string }} props `name`: its spoken name */
export function Clock({ clock, name }) {
  const { text, isLow, isRunning } = clock.reading.value ?? {}
  return html`
    <span
      role="timer"
      class=${isLow ? 'clock low' : 'clock'}
      data-clock=${clock.seat}
      data-running=${isRunning ? '' : undefined}
      data-low=${isLow ? '' : undefined}
      aria-label=${name}
      hidden=${text === undefined}
    >
      <span class="low-sign">${isLow && [icon('low'), t('table.clock.low')]}</span>
      <span class="time">${text}</span>
    </span>`
}
