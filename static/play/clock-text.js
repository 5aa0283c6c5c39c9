// The terms of a game and the times left, in words: "10+5 · rated"; "9.4", "3:20", "2 days 3 h".

import { formatDuration, secondsText } from '../core/format.js'
import { t } from '../core/i18n.js'
import { controlText } from '../core/people.js'

const MINUTE = 60000 // ms
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LEAST = 10000 // ms that are little time in any game
const LITTLE_OF_DAYS = 2 * HOUR

/** @param {number} ms @param {TimeControl} control */
export function clockText(ms, control) {
  if (control.days) return daysText(ms)
  return secondsText(ms)
}

/** @param {number} ms */
function daysText(ms) {
  const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)]
  if (days) return t('table.clock.days', { days, hours })
  if (hours) {
    const minutes = Math.floor((ms % HOUR) / MINUTE)
    return t('table.clock.hours', { hours, minutes })
  }
  return formatDuration(ms)
}

/** How little time is little: an eighth of what each began with, but 10 s at least and a minute at most; 2 h where a move
 * may take days. In ms.
 * @param {TimeControl} control */
export const littleTime = (control) =>
  control.days
    ? LITTLE_OF_DAYS
    : Math.min(MINUTE, Math.max(LEAST, (control.base ?? 0) * 125))

/** "10+5 · rated"; empty where there is neither.
 * @param {Pick<State, 'control' | 'rated'>} state */
export function termsText({ control, rated }) {
  const terms = [control && controlText(control), rated && t('control.rated')]
  return terms.filter(Boolean).join(' · ')
}
