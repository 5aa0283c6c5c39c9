// The end of the day while its deal is played: only an attempt that ends before midnight UTC counts for it.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { plus, shortDay } from '../core/format.js'
import { t } from '../core/i18n.js'

const MINUTE = 60000 // ms
const WARNED = 5 // minutes before the end of the day
const LOOK = 5000 // ms between two looks at the clock

/**
 * Minutes until a UTC day is over, rounded up; 0: it is over, null: more than WARNED.
 * @param {string} date
 * @param {number} now ms since the epoch
 */
export function minutesLeft(date, now) {
  const minutes = Math.ceil((Date.parse(plus(date, 1)) - now) / MINUTE)
  return minutes > WARNED ? null : Math.max(0, minutes)
}

/**
 * Says in the strip that the day ends soon, and that it is over; only a hint is not replaced. Returns what ends that.
 * @param {string} date
 * @param {{ element: HTMLElement, notice(content: HTMLElement | null): void }} strip
 */
export function watchMidnight(date, strip) {
  const line = el('p', { class: 'day-end', 'data-day-end': date })
  /** @type {number | null} */
  let shown = null
  const look = () => {
    const left = minutesLeft(date, Date.now())
    if (left === null) return
    if (left !== shown) {
      const isNews = shown === null || left === 0
      shown = left
      const key = left ? 'daily.ends' : 'daily.over'
      line.textContent = t(key, { day: shortDay(date), count: left })
      if (isNews) say(line.textContent)
    }
    if (!strip.element.querySelector('[data-hint]')) strip.notice(line)
  }
  const timer = setInterval(look, LOOK)
  look()
  return () => {
    clearInterval(timer)
    if (line.isConnected) strip.notice(null)
  }
}
