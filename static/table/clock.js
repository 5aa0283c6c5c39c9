// One seat's clock: counts from the server's value and the moment of receipt; never from the clock of the device.
// Little time shows in weight, in a sign and in words, not by colour alone.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { span } from './texts.js'

const LOW = 30000 // ms
const TENTHS = 10000 // ms
const SAID = [60, 30, 10] // seconds at which the time left is spoken

/** {element, show(clock | null), left(), leave()}; `own`: whether to speak and sound when it runs low. */
export function clock(seat, say) {
  const time = el('span', { class: 'time' })
  const low = el('span', { class: 'low' })
  const element = el(
    'span',
    { role: 'timer', class: 'clock', 'data-clock': seat, hidden: true },
    low,
    time,
  )
  let [left, running, received, own, spoken, timer] = [
    0,
    false,
    0,
    false,
    Infinity,
    null,
  ]
  const now = () =>
    Math.max(0, left - (running ? performance.now() - received : 0))
  const draw = () => {
    const ms = now()
    const few = ms < LOW
    time.textContent =
      ms < TENTHS ? (ms / 1000).toFixed(1) : span(Math.ceil(ms / 1000) * 1000)
    low.textContent = few && running ? `⚠ ${t('table.clock.low')}` : ''
    set(element, { 'data-running': running, 'data-low': few })
    if (running && own) speak(ms)
  }
  const speak = (ms) => {
    const due = SAID.find(
      (seconds) =>
        ms <= seconds * 1000 && spoken > seconds && ms > (seconds - 2) * 1000,
    )
    if (!due) return
    spoken = due
    say(t('table.clock.left', { count: due }))
    if (due === SAID.at(-1)) cue('low')
  }
  return {
    element,
    show(values, mine) {
      set(element, { hidden: !values })
      clearInterval(timer)
      if (!values) return
      left = values.left[seat]
      running = values.running === seat
      received = performance.now()
      own = mine
      draw()
      if (running) timer = setInterval(draw, 100)
    },
    left: () => span(now()),
    leave: () => clearInterval(timer),
  }
}
