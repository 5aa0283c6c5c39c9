// Calendar of the daily deals: a month as a table of links to the deals of each day, with marks for days that the player has
// solved or played and the number of solved days. Changing the month stays on the page.

import { dailyPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { sheet } from '../core/files.js'
import { month as monthText } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { calendarSection, monthTable, stepButton } from '../play/month.js'
import { adjacentMonths, monthOf } from '../play/weeks.js'

/** @typedef {import('../play/month.js').Step} Step */

/**
 * Creates the calendar at the month of the shown day.
 * @param {Wire.Daily} day
 */
export async function calendar(day) {
  sheet('/static/play/calendar.css')
  const heading = el('h2', { id: 'calendar-month' })
  const body = el('div', {})
  /** @type {Record<Step, string | null>} */
  let months = { earlier: null, later: null }
  const read = async (/** @type {string} */ wanted) => {
    const month = await readMonth(wanted)
    months = adjacentMonths(month)
    heading.textContent = monthText(`${month.month}-01`)
    body.replaceChildren(
      monthTable(month.month, (date) => dayCell(date, month, day)),
      progressLine(month),
    )
    earlier.disabled = months.earlier === null
    later.disabled = months.later === null
  }
  const step = (/** @type {Step} */ act) =>
    stepButton(act, t(`daily.${act}`), async (button) => {
      const wanted = months[act]
      if (wanted === null) return
      await read(wanted)
      if (button.disabled) (button === earlier ? later : earlier).focus()
      say(heading.textContent)
    })
  const earlier = step('earlier')
  const later = step('later')
  const [first] = [day.date, day.today].sort()
  await read(monthOf(first))
  const key = t('daily.calendar.key', { all: dealCount(day) })
  return calendarSection(heading, { earlier, later }, body, key)
}

/**
 * @param {string} month
 * @returns {Promise<Wire.Calendar>}
 */
const readMonth = (month) => get(`/api/daily/calendar?month=${month}`)

/** @param {Wire.Daily} day */
const dealCount = (day) => Object.keys(day.deals).length

/** "November 2026: 12 of 23 days solved." @param {Wire.Calendar} month */
const progressLine = ({ month, days, solved }) =>
  el(
    'p',
    { 'data-progress': Object.keys(solved).length },
    t('daily.calendar.progress', {
      month: monthText(`${month}-01`),
      count: days.length,
      solved: Object.keys(solved).length,
    }),
  )

/**
 * @param {string | null} date
 * @param {Wire.Calendar} month
 * @param {Wire.Daily} day
 */
function dayCell(date, { days, finished, solved, today }, day) {
  if (date === null) return el('td', {})
  const number = String(Number(date.slice(8)))
  if (!days.includes(date))
    return el(
      'td',
      { 'data-date': date },
      el('span', { class: 'calendar-day' }, number),
    )
  const all = dealCount(day)
  const count = finished[date]?.length ?? 0
  const won = solved[date]?.length ?? 0
  const { state, mark } = progress(won, count, all)
  const params = { month: monthText(date), count, solved: won, all }
  const text = t(`daily.calendar.${state}`, params)
  return el(
    'td',
    {
      'data-date': date,
      'data-day': state,
      'data-finished': finishedState(count, all),
      'data-today': date === today,
    },
    el(
      'a',
      {
        class: 'calendar-day',
        href: dailyPath(date),
        'aria-current': date === day.date ? 'date' : null,
      },
      number,
      mark &&
        el('span', { class: 'calendar-sign', 'aria-hidden': 'true' }, mark),
      el(
        'span',
        { class: 'visually-hidden' },
        ` ${text} ${date === today ? t('daily.calendar.today') : ''}`,
      ),
    ),
  )
}

/**
 * Returns the player's progress on a day, and its mark.
 * @param {number} solved deals won without help
 * @param {number} count deals finished
 * @param {number} all
 */
function progress(solved, count, all) {
  if (solved) return { state: 'solved', mark: '✓' }
  if (count) return { state: 'played', mark: `${count}/${all}` }
  return { state: 'none', mark: null }
}

/** @param {number} count @param {number} all */
function finishedState(count, all) {
  if (!count) return 'none'
  return count < all ? 'some' : 'all'
}
