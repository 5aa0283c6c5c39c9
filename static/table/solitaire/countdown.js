// Countdown to the next daily deals by the server's time.

import { hour, list, plus } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { serverNow } from '../../core/server-time.js'

const MINUTE_MS = 60000

/** The moment of the next deals, its hour, and the time until then in words; `over`: it has come.
 * @typedef {{ at: number, hour: string, wait: string | null, over: boolean }} Next */

/**
 * Calls `show` now and every quarter of a minute with the moment of the next deals and the time until then in words, at last
 * with `over`. `wait` is null while only this device's clock is known, and it does not fit the server's day.
 * Returns the function that ends it.
 * @param {Pick<Wire.Daily, 'date' | 'today'>} day the awaited day, or today: the day after it
 * @param {(next: Next) => void} show
 */
export function countdown({ date, today }, show) {
  const at = Date.parse(date === today ? plus(date, 1) : date)
  const longest = at - Date.parse(today)
  let fits = false
  const draw = () => {
    const left = at - serverNow()
    fits ||= left > 0 && left <= longest
    const over = fits && left <= 0
    show({ at, hour: hour(at), wait: fits ? duration(left) : null, over })
    if (over) clearInterval(timer)
  }
  const timer = setInterval(draw, MINUTE_MS / 4)
  draw()
  return () => clearInterval(timer)
}

/**
 * Returns "1 hour and 32 minutes", rounded up.
 * @param {number} ms
 */
function duration(ms) {
  const all = Math.ceil(ms / MINUTE_MS)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  return list([
    ...(hours ? [t('daily.hours', { count: hours })] : []),
    ...(minutes ? [t('daily.minutes', { count: minutes })] : []),
  ])
}
