// Month of a calendar: the table of its weeks, and the buttons that change the month.

import { press } from '../core/busy-button.js'
import { el, set } from '../core/dom.js'
import { shortWeekday, weekday } from '../core/format.js'
import { icon } from '../core/icons.js'
import { locale } from '../core/language.js'
import { firstWeekday, weeksOf } from './weeks.js'

const SUNDAY = Date.UTC(2023, 11, 31) // any Sunday
const DAY_MS = 86400000

/** @typedef {'earlier' | 'later'} Step */

/**
 * Creates the calendar.
 * @param {HTMLElement} heading its id is `calendar-month`
 * @param {Record<Step, HTMLButtonElement>} buttons
 * @param {HTMLElement} body place of the month
 * @param {string} key explains the marks
 */
export const calendarSection = (heading, { earlier, later }, body, key) =>
  el(
    'section',
    { class: 'calendar', 'aria-labelledby': heading.id },
    el('div', { class: 'calendar-head' }, earlier, heading, later),
    body,
    el('p', { class: 'detail' }, key),
  )

/**
 * Creates a button that changes the month.
 * @param {Step} act
 * @param {string} label
 * @param {(button: HTMLButtonElement) => Promise<void>} onpress
 * @returns {HTMLButtonElement}
 */
export function stepButton(act, label, onpress) {
  const button = el(
    'button',
    { type: 'button', class: 'icon', 'data-act': act, title: label },
    icon(act),
  )
  return set(button, {
    onclick: (event) => press(event, () => onpress(button)),
  })
}

/**
 * Creates the table of a month.
 * @param {string} month such as 2026-11
 * @param {(date: string | null) => Element} dayCell null: the day is of another month
 */
export function monthTable(month, dayCell) {
  const begin = firstWeekday(locale(document.documentElement.lang))
  return el(
    'table',
    { 'aria-labelledby': 'calendar-month', 'data-month': month },
    el('thead', {}, el('tr', {}, weekdayHeads(begin))),
    el(
      'tbody',
      {},
      weeksOf(month, begin).map((week) => el('tr', {}, week.map(dayCell))),
    ),
  )
}

/** @param {number} begin the first day of a week */
const weekdayHeads = (begin) =>
  Array.from({ length: 7 }, (_, index) => {
    const at = SUNDAY + (begin + index) * DAY_MS
    return el('th', { scope: 'col', abbr: weekday(at) }, shortWeekday(at))
  })
