// Clock of one seat on its bar. Low time is shown by font weight, a sign and words, not by colour alone.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { cue } from '../core/sound.js'
import { ClockModel } from './clock-model.js'
import { clockText } from './clock-text.js'

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
  const model = new ClockModel(seat)
  let own = false
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer
  const draw = () => {
    const { control, running } = model
    if (!control) return
    const ms = model.left()
    const isLow = model.isLow(ms)
    const text = clockText(ms, control)
    if (time.textContent !== text) time.textContent = text
    if (isLow !== (low.firstChild !== null))
      low.replaceChildren(...(isLow ? [icon('low'), t('table.clock.low')] : []))
    element.classList.toggle('low', isLow)
    set(element, { 'data-running': running, 'data-low': isLow })
    if (running && own) speak(ms)
  }
  const speak = (/** @type {number} */ ms) => {
    const alarms = model.alarms(ms)
    if (alarms.low) cue('low')
    if (alarms.seconds) say(t('table.clock.left', { count: alarms.seconds }))
  }
  return {
    element,
    /** Draws the clock; hidden in a game without a clock. `mine`: announce low time and play a sound; `at`:
     * performance.now() when the state was received.
     * @param {Pick<State, 'clock' | 'control'>} state @param {boolean} mine @param {number} at */
    show(state, mine, at) {
      const shown = model.take(state, at)
      set(element, { hidden: !shown })
      clearInterval(timer)
      if (!shown) return
      own = mine
      draw()
      if (model.running) timer = setInterval(draw, TICK_MS)
    },
    left: () => (model.control ? clockText(model.left(), model.control) : ''),
    leave: () => clearInterval(timer),
  }
}
