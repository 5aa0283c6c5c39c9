// Warning of the end of the day while its deal is played: only attempts that end before midnight UTC count.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { plus, shortDay } from '../core/format.js'
import { t } from '../core/i18n.js'
import { serverNow } from '../core/server-time.js'

const MINUTE_MS = 60000
const WARNING_MINUTES = 5 // before the end of the day
const CHECK_MS = 5000 // between looks at the clock

/**
 * Returns the minutes until a UTC day is over, rounded up; 0: it is over; null: more than WARNING_MINUTES.
 * @param {string} date
 * @param {number} [now] ms since the epoch, by default by the server's clock
 */
export function minutesLeft(date, now = serverNow()) {
  const minutes = Math.ceil((Date.parse(plus(date, 1)) - now) / MINUTE_MS)
  return minutes > WARNING_MINUTES ? null : Math.max(0, minutes)
}

/**
 * Shows in the strip that the day ends soon and that it is over; it never replaces a hint. Returns the function that ends it.
 * @param {string} date
 * @param {{ element: HTMLElement, notice(content: HTMLElement | null): void }} strip
 */
export function watchMidnight(date, strip) {
  const line = el('p', { class: 'day-end', 'data-day-end': date })
  /** @type {number | null} */
  let shown = null
  const look = () => {
    const left = minutesLeft(date)
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
  const timer = setInterval(look, CHECK_MS) // the first look is late enough to have the server's clock
  return () => {
    clearInterval(timer)
    if (line.isConnected) strip.notice(null)
  }
}
