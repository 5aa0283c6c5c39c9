// The clock of one seat: counts from the server's value and the moment of receipt, never from the device's clock.
// Little time shows in weight, in a sign and in words, not by colour alone.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { formatDuration } from './texts.js'

const LOW = 30000 // ms
const TENTHS = 10000 // ms
const SPOKEN = [60, 30, 10] // seconds at which the time left is spoken

/** `show(values, own, received)`: own is whether to speak and sound when it runs low.
 * @param {number} seat @param {Say} say */
export function seatClock(seat, say) {
  const time = el('span', { class: 'time' })
  const low = el('span', { class: 'low' })
  const element = el(
    'span',
    { role: 'timer', class: 'clock', 'data-clock': seat, hidden: true },
    low,
    time,
  )
  let left = 0
  let running = false
  let received = 0 // performance.now()
  let own = false
  let spoken = Infinity // the last of SPOKEN
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  const now = () =>
    Math.max(0, left - (running ? performance.now() - received : 0))
  const draw = () => {
    const ms = now()
    const few = ms < LOW
    time.textContent =
      ms < TENTHS
        ? (ms / 1000).toFixed(1)
        : formatDuration(Math.ceil(ms / 1000) * 1000)
    low.textContent = few && running ? `⚠ ${t('table.clock.low')}` : ''
    set(element, { 'data-running': running, 'data-low': few })
    if (running && own) speak(ms)
  }
  const speak = (/** @type {number} */ ms) => {
    const due = SPOKEN.find(
      (seconds) =>
        ms <= seconds * 1000 && spoken > seconds && ms > (seconds - 2) * 1000,
    )
    if (!due) return
    spoken = due
    say(t('table.clock.left', { count: due }))
    if (due === SPOKEN.at(-1)) cue('low')
  }
  return {
    element,
    /** at: performance.now() when the values came.
     * @param {ClockValues | null} values @param {boolean} mine @param {number} at */
    show(values, mine, at) {
      set(element, { hidden: !values })
      clearInterval(timer)
      if (!values) return
      left = values.left[seat]
      running = values.running === seat
      received = at
      own = mine
      draw()
      if (running) timer = setInterval(draw, 100)
    },
    left: () => formatDuration(now()),
    leave: () => clearInterval(timer),
  }
}
