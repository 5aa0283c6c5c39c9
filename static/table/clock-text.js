// Terms of a game and remaining time as text: "10+5 · rated"; "9.4", "3:20", "2 days 3 h".

import { formatDuration, secondsText } from '../core/format.js'
import { t } from '../core/i18n.js'
import { controlText } from '../core/people.js'

const MINUTE_MS = 60000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MIN_LOW_TIME_MS = 10000 // low time is never less
const CORRESPONDENCE_LOW_TIME_MS = 2 * HOUR_MS

/** @param {number} ms @param {TimeControl} control */
export function clockText(ms, control) {
  if (control.days) return daysText(ms)
  return secondsText(ms)
}

/** @param {number} ms */
function daysText(ms) {
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)]
  if (days) return t('table.clock.days', { days, hours })
  if (hours) {
    const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
    return t('table.clock.hours', { hours, minutes })
  }
  return formatDuration(ms)
}

/** Returns the time that counts as low, in ms: an eighth of the initial time, at least MIN_LOW_TIME_MS and at most a
 * minute; in correspondence games CORRESPONDENCE_LOW_TIME_MS.
 * @param {TimeControl} control */
export const lowTime = (control) =>
  control.days
    ? CORRESPONDENCE_LOW_TIME_MS
    : Math.min(MINUTE_MS, Math.max(MIN_LOW_TIME_MS, (control.base ?? 0) * 125))

/** Returns "10+5 · rated"; empty without a clock in a casual game.
 * @param {Pick<State, 'control' | 'rated'>} state */
export function termsText({ control, rated }) {
  const terms = [control && controlText(control), rated && t('control.rated')]
  return terms.filter(Boolean).join(' · ')
}
