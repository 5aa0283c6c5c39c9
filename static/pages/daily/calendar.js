// Calendar of the daily deals: the deals of each day are a link, with a mark of what the player has solved or played.

import { dailyPath } from '../../app/routes.js'
import { month as monthText } from '../../core/format.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { Calendar } from '../../kit/calendar.js'
import { adjacentMonths } from '../../kit/weeks.js'
import { html } from '../../vendor/preact.js'

/** Reads a month, such as 2026-11. @param {string} month @param {AbortSignal} signal @returns {Promise<Wire.Calendar>} */
export const readMonth = (month, signal) => get(`/api/daily/calendar?month=${month}`, { signal })

/** `day`: the shown day; `first`: the month of it.
 * @param {Wire.Daily} day @param {Wire.Calendar} first @param {AbortSignal} signal */
export const dailyCalendar = (day, first, signal) => html`
  <${Calendar}
    first=${first}
    read=${async (/** @type {string} */ month) => {
      const found = await readMonth(month, signal)
      return signal.aborted ? null : found
    }}
    around=${adjacentMonths}
    labels=${{ earlier: t('daily.earlier'), later: t('daily.later') }}
    cell=${(/** @type {string} */ date, /** @type {Wire.Calendar} */ month) => dayCell(date, month, day)}
    summary=${progressLine}
    about=${t('daily.calendar.key', { all: dealCount(day) })}
  />`

/** @param {Wire.Daily} day */
const dealCount = (day) => Object.keys(day.deals).length

/** "12 of 23 days solved. 3 more as practice." @param {Wire.Calendar} month */
function progressLine({ days, solved, practised }) {
  const count = Object.keys(solved).length
  const others = Object.keys(practised).filter((date) => !solved[date]).length
  const params = { count: days.length, solved: count }
  return html`
    <p data-progress=${count}>
      ${t('daily.calendar.progress', params)}
      ${others > 0 && ` ${t('daily.calendar.progress.practised', { count: others })}`}
    </p>`
}

/** @param {string} date @param {Wire.Calendar} month @param {Wire.Daily} day */
function dayCell(date, { days, finished, solved, practised, today }, day) {
  const number = Number(date.slice(8))
  if (!days.includes(date))
    return html`<td data-date=${date}><span class="calendar-day">${number}</span></td>`
  const all = dealCount(day)
  const count = finished[date]?.length ?? 0
  const won = solved[date]?.length ?? 0
  const later = practised[date]?.length ?? 0
  const { state, mark } = progress(won, later, count, all)
  const params = { month: monthText(date), count, solved: won, practised: later, all }
  const text = t(`daily.calendar.${state}`, params)
  const isToday = date === today
  return html`
    <td
      data-date=${date}
      data-day=${state}
      data-finished=${finishedState(count, all)}
      data-today=${isToday ? '' : undefined}
    >
      <a
        class="calendar-day"
        href=${dailyPath(date)}
        aria-current=${date === day.date ? 'date' : undefined}
      >
        ${number}
        ${mark && html`<span class="calendar-sign" aria-hidden="true">${mark}</span>`}
        <span class="visually-hidden"> ${text} ${isToday && t('daily.calendar.today')}</span>
      </a>
    </td>`
}

/** Returns the player's progress on a day, and its mark.
 * @param {number} solved deals won without help @param {number} practised deals won after the day
 * @param {number} count deals finished @param {number} all */
function progress(solved, practised, count, all) {
  if (solved) return { state: 'solved', mark: '✓' }
  if (practised) return { state: 'practised', mark: '✓' }
  if (count) return { state: 'played', mark: `${count}/${all}` }
  return { state: 'none', mark: null }
}

/** @param {number} count @param {number} all */
function finishedState(count, all) {
  if (!count) return 'none'
  return count < all ? 'some' : 'all'
}
