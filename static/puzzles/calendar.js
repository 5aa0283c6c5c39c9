// Calendar of the puzzles of the day: which ones of a month the player solved at the first try on their day. Each day links
// to its puzzle.

import { puzzlesPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { month as monthText, plus } from '../core/format.js'
import { get } from '../core/http.js'
import { t } from '../core/i18n.js'
import { calendarSection, monthTable, stepButton } from '../play/month.js'
import { monthOf } from '../play/weeks.js'

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
    body.replaceChildren(
      monthTable(found.month, (date) => dayCell(date, found, rules)),
    )
    later.disabled = found.month >= monthOf(found.today)
  }
  const step = (/** @type {import('../play/month.js').Step} */ act) =>
    stepButton(act, t(`puzzle.calendar.${act}`), async (button) => {
      if (!shown) return
      const days = act === 'earlier' ? -1 : 31
      await read(monthOf(plus(`${shown.month}-01`, days)))
      if (button.disabled) earlier.focus()
      say(heading.textContent)
    })
  const earlier = step('earlier')
  const later = step('later')
  await read(null)
  return {
    element: calendarSection(
      heading,
      { earlier, later },
      body,
      t('puzzle.calendar.key'),
    ),
    reload: () => read(shown?.month ?? null),
  }
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
