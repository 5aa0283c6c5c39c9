// Warning of the end of the day while its deal is played: only attempts that end before midnight UTC count.

import { say } from '../../core/announcer.js'
import { plus, shortDay } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { serverNow } from '../../core/server-time.js'
import { computed, html, signal } from '../../vendor/preact.js'
import { stripNotice } from './strip-notice.js'

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
 * @param {Pick<SolitaireTable['strip'], 'element' | 'notice' | 'notices'>} strip
 */
export function watchMidnight(date, strip) {
  const left = signal(/** @type {number | null} */ (null))
  const text = computed(() => (left.value === null ? '' : dayEndText(date, left.value)))
  const notice = stripNotice(
    strip,
    () => text.value && html`<p class="day-end" data-day-end=${date}>${text.value}</p>`,
  )
  const look = () => {
    const now = minutesLeft(date)
    if (now === null) return
    const isNews = left.value === null || (now === 0 && left.value > 0)
    left.value = now
    if (isNews) say(text.value)
    if (!strip.element?.querySelector('[data-hint]')) notice.again()
  }
  const timer = setInterval(look, CHECK_MS) // the first look is late enough to have the server's clock
  return () => {
    clearInterval(timer)
    notice.leave()
  }
}

/** @param {string} date @param {number} minutes until its end */
const dayEndText = (date, minutes) =>
  t(minutes ? 'daily.ends' : 'daily.over', { day: shortDay(date), count: minutes })
