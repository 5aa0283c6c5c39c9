// Calendar of the puzzles of the day: which ones of a month the player solved at the first try on their day. Each day links
// to its puzzle.

import { puzzlesPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import {
  month as monthText,
  plus,
  shortWeekday,
  weekday,
} from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { locale } from '../core/language.js'
import { firstWeekday, monthOf, weeksOf } from '../play/weeks.js'

const SUNDAY = Date.UTC(2023, 11, 31) // any Sunday
const DAY_MS = 86400000
const SIGNS = { solved: '✓', failed: '✗', none: '' }

/** Creates the calendar at the current month; reload() reads the month again.
 * @param {string} rules @param {AbortSignal} signal */
export async function calendar(rules, signal) {
  const heading = el('h2', { id: 'calendar-month' })
  const body = el('div', {})
  /** @type {Wire.PuzzleCalendar | null} */
  let shown = null
  const read = async (/** @type {string | null} */ month) => {
    const query = month === null ? '' : `?month=${month}`
    /** @type {Wire.PuzzleCalendar} */
    const found = await get(`/api/puzzles/calendar${query}`, { signal })
    shown = found
    heading.textContent = monthText(`${found.month}-01`)
    body.replaceChildren(monthTable(found, rules))
    later.disabled = found.month >= monthOf(found.today)
  }
  const step = (/** @type {'earlier' | 'later'} */ act) => {
    const label = t(`puzzle.calendar.${act}`)
    const button = el(
      'button',
      { type: 'button', class: 'icon', 'data-act': act, title: label },
      icon(act),
    )
    const days = act === 'earlier' ? -1 : 31
    const go = async () => {
      if (!shown) return
      await read(monthOf(plus(`${shown.month}-01`, days)))
      if (button.disabled) earlier.focus()
      say(heading.textContent)
    }
    return set(button, { onclick: (event) => press(event, go) })
  }
  const earlier = step('earlier')
  const later = step('later')
  await read(null)
  return {
    element: el(
      'section',
      { class: 'calendar', 'aria-labelledby': heading.id },
      el('div', { class: 'calendar-head' }, earlier, heading, later),
      body,
      el('p', { class: 'detail' }, t('puzzle.calendar.key')),
    ),
    reload: () => read(shown?.month ?? null),
  }
}

/** @param {Wire.PuzzleCalendar} month @param {string} rules */
function monthTable(month, rules) {
  const begin = firstWeekday(locale(document.documentElement.lang))
  const heads = Array.from({ length: 7 }, (_, index) => {
    const at = SUNDAY + (begin + index) * DAY_MS
    return el('th', { scope: 'col', abbr: weekday(at) }, shortWeekday(at))
  })
  const weeks = weeksOf(month.month, begin).map((week) =>
    el(
      'tr',
      {},
      week.map((date) => dayCell(date, month, rules)),
    ),
  )
  return el(
    'table',
    { 'aria-labelledby': 'calendar-month', 'data-month': month.month },
    el('thead', {}, el('tr', {}, heads)),
    el('tbody', {}, weeks),
  )
}

/** @param {string | null} date @param {Wire.PuzzleCalendar} month @param {string} rules */
function dayCell(date, { results, today }, rules) {
  if (date === null) return el('td', {})
  const number = String(Number(date.slice(8)))
  if (date > today)
    return el('td', {}, el('span', { class: 'calendar-day' }, number))
  const solved = results[date]?.[rules]
  const answered = solved ? 'solved' : 'failed'
  const state = solved === undefined ? 'none' : answered
  return el(
    'td',
    {
      'data-date': date,
      'data-puzzle-day': state,
      'data-finished': solved ? 'all' : null,
      'data-today': date === today,
    },
    el(
      'a',
      { class: 'calendar-day', href: puzzlesPath(date, undefined, rules) },
      number,
      solved !== undefined &&
        el(
          'span',
          { class: 'calendar-sign', 'aria-hidden': 'true' },
          SIGNS[state],
        ),
      el(
        'span',
        { class: 'visually-hidden' },
        ` ${t(`puzzle.calendar.${state}`, { month: monthText(date) })}`,
      ),
    ),
  )
}
