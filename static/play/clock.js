// The clock of one seat: counts from the server's value and the moment of receipt, never from the device's clock.
// Little time shows in weight, in a sign and in words, not by colour alone.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { delay } from '../core/server-time.js'
import { cue } from '../core/sound.js'
import { clockText, littleTime } from './clock-text.js'

const SPOKEN = [60, 30, 10] // seconds at which the time left is spoken
const TICK = 100 // ms

/** `name`: what it is called aloud.
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
  let spoken = Infinity // the last of SPOKEN
  let warned = false
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  const now = () =>
    Math.max(0, left - (running ? performance.now() - received : 0))
  const draw = () => {
    if (!control) return
    const ms = now()
    const few = ms < littleTime(control)
    const text = clockText(ms, control)
    if (time.textContent !== text) time.textContent = text
    if (few !== (low.firstChild !== null))
      low.replaceChildren(...(few ? [icon('low'), t('table.clock.low')] : []))
    element.classList.toggle('low', few)
    set(element, { 'data-running': running, 'data-low': few })
    if (running && own) speak(ms, few)
  }
  const speak = (/** @type {number} */ ms, /** @type {boolean} */ few) => {
    if (few && !warned) {
      warned = true
      cue('low')
    }
    if (!control || control.days) return
    const due = SPOKEN.find(
      (seconds) =>
        ms <= seconds * 1000 && spoken > seconds && ms > (seconds - 2) * 1000,
    )
    if (!due) return
    spoken = due
    say(t('table.clock.left', { count: due }))
  }
  return {
    element,
    /** Of a game without a clock nothing is shown. `mine`: speak and sound when it runs low; `at`: performance.now() when
     * the state came.
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
      if (running) timer = setInterval(draw, TICK)
    },
    left: () => (control ? clockText(now(), control) : ''),
    leave: () => clearInterval(timer),
  }
}
