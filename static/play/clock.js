// Clock of one seat: counts from the server's value and the time of receipt, never from the device's clock. Low time is
// shown by font weight, a sign and words, not by colour alone.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { delay } from '../core/server-time.js'
import { cue } from '../core/sound.js'
import { clockText, lowTime } from './clock-text.js'

const SPOKEN_SECONDS = [60, 30, 10] // at which the remaining time is announced
const TICK_MS = 100

/** Creates a clock. `name`: its spoken name.
 * @param {number} seat @param {string} name @param {Say} say */
export function seatClock(seat, name, say) {
  const time = el('span', { class: 'time' })
  const low = el('span', { class: 'low-sign' })
  const element = el(
    'span',
    {
      role: 'timer',
      class: 'clock',
      'data-clock': seat,
      'aria-label': name,
      hidden: true,
    },
    low,
    time,
  )
  /** @type {TimeControl | null} */
  let control = null
  let left = 0
  let running = false
  let received = 0 // performance.now()
  let own = false
  let spoken = Infinity // the last announced one of SPOKEN_SECONDS
  let warned = false
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  const now = () => Math.max(0, left - (running ? performance.now() - received : 0))
  const draw = () => {
    if (!control) return
    const ms = now()
    const isLow = ms < lowTime(control)
    const text = clockText(ms, control)
    if (time.textContent !== text) time.textContent = text
    if (isLow !== (low.firstChild !== null))
      low.replaceChildren(...(isLow ? [icon('low'), t('table.clock.low')] : []))
    element.classList.toggle('low', isLow)
    set(element, { 'data-running': running, 'data-low': isLow })
    if (running && own) speak(ms, isLow)
  }
  const speak = (/** @type {number} */ ms, /** @type {boolean} */ isLow) => {
    if (isLow && !warned) {
      warned = true
      cue('low')
    }
    if (!control || control.days) return
    const due = SPOKEN_SECONDS.find(
      (seconds) => ms <= seconds * 1000 && spoken > seconds && ms > (seconds - 2) * 1000,
    )
    if (!due) return
    spoken = due
    say(t('table.clock.left', { count: due }))
  }
  return {
    element,
    /** Draws the clock; hidden in a game without a clock. `mine`: announce low time and play a sound; `at`:
     * performance.now() when the state was received.
     * @param {Pick<State, 'clock' | 'control'>} state @param {boolean} mine @param {number} at */
    show({ clock: values, control: agreed }, mine, at) {
      const shown = values !== null && agreed !== null
      set(element, { hidden: !shown })
      clearInterval(timer)
      control = agreed
      if (!shown) return
      left = values.left[seat] ?? 0
      running = values.running === seat
      received = at - delay(values.at, at)
      own = mine
      draw()
      if (running) timer = setInterval(draw, TICK_MS)
    },
    left: () => (control ? clockText(now(), control) : ''),
    leave: () => clearInterval(timer),
  }
}
