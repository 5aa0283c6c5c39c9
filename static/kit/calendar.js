// Calendar: a month as a table of days, with buttons for the months before and after. Changing the month stays on the page.

import { say } from '../core/announcer.js'
import { month as monthText, shortWeekday, weekday } from '../core/format.js'
import { locale } from '../core/language.js'
import { html, useLayoutEffect, useRef, useSignal } from '../vendor/preact.js'
import { button } from './button.js'
import { icon } from './icon.js'
import { firstWeekday, weeksOf } from './weeks.js'

const SUNDAY = Date.UTC(2023, 11, 31) // any Sunday
const DAY_MS = 86400000
const ID = 'calendar-month'

/** @typedef {'earlier' | 'later'} Step */
/** The day of a cell in a month that was read. @template M @typedef {(date: string, month: M) => Content} DayCell */

/** `first`: the month that is shown at first; `read` returns another one, null once the page is left; `around`: the months
 * before and after; `labels`: of the buttons; `cell` draws the <td> of a day; `summary`: under the table; `about`: explains
 * the marks.
 * @template {{ month: string }} M @param {{ first: M, read: (month: string) => Promise<M | null>,
 *   around: (month: M) => Record<Step, string | null>, labels: Record<Step, string>, cell: DayCell<M>,
 *   summary?: (month: M) => Content, about: Content }} props */
export function Calendar({ first, read, around, labels, cell, summary, about }) {
  const month = useSignal(first)
  const pressed = useSignal(/** @type {Step | null} */ (null))
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const months = around(month.value)
  const title = monthText(`${month.value.month}-01`)
  useLayoutEffect(() => {
    if (!pressed.value || months[pressed.value] !== null) return // else its button is disabled and loses the focus
    const other = pressed.value === 'earlier' ? 'later' : 'earlier'
    const control = place.current?.querySelector(`[data-act=${other}]`)
    if (control instanceof HTMLElement) control.focus()
  }, [month.value])
  const step = (/** @type {Step} */ act) => {
    const wanted = months[act]
    const onpress = async () => {
      const found = wanted === null ? null : await read(wanted)
      if (!found) return
      pressed.value = act
      month.value = found
      say(monthText(`${found.month}-01`))
    }
    return button(
      { act, look: 'icon', title: labels[act], disabled: wanted === null, onpress },
      icon(act),
    )
  }
  return html`
    <section class="calendar" aria-labelledby=${ID} ref=${place}>
      <div class="calendar-head">
        ${step('earlier')}
        <h2 id=${ID}>${title}</h2>
        ${step('later')}
      </div>
      ${monthTable(month.value, cell)} ${summary?.(month.value)}
      <p class="detail">${about}</p>
    </section>`
}

/** @template {{ month: string }} M @param {M} month @param {DayCell<M>} cell */
function monthTable(month, cell) {
  const begin = firstWeekday(locale(document.documentElement.lang))
  return html`
    <table aria-labelledby=${ID} data-month=${month.month}>
      <thead>
        <tr>${weekdayHeads(begin)}</tr>
      </thead>
      <tbody>
        ${weeksOf(month.month, begin).map(
          (week) => html`
            <tr>${week.map((date) => (date === null ? html`<td></td>` : cell(date, month)))}</tr>`,
        )}
      </tbody>
    </table>`
}

/** @param {number} begin the first day of a week */
const weekdayHeads = (begin) =>
  Array.from({ length: 7 }, (_, index) => {
    const at = SUNDAY + (begin + index) * DAY_MS
    return html`<th scope="col" abbr=${weekday(at)}>${shortWeekday(at)}</th>`
  })
