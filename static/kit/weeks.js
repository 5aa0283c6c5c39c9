// Calendar arithmetic on texts of UTC days (2026-11-21) and months (2026-11).

import { plus } from '../core/format.js'

/**
 * Returns the first day of the week in a locale: 1 is Monday, 7 Sunday; Monday if the browser does not know it.
 * @param {string} locale
 */
export function firstWeekday(locale) {
  /** @type {Intl.Locale & { getWeekInfo?(): { firstDay: number }, weekInfo?: { firstDay: number } }} */
  const known = new Intl.Locale(locale)
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
}

/**
 * Returns the days of a month by weeks; null for days of other months.
 * @param {string} month
 * @param {number} [begin] the first day of a week, as `firstWeekday` returns it
 * @returns {(string | null)[][]}
 */
export function weeksOf(month, begin = 1) {
  const first = `${month}-01`
  const before = (new Date(first).getUTCDay() - begin + 7) % 7 // days of its first week before the month
  const days = Array.from({ length: 42 }, (_, index) => plus(first, index - before)).map((date) =>
    date.startsWith(month) ? date : null,
  )
  return [0, 7, 14, 21, 28, 35]
    .map((start) => days.slice(start, start + 7))
    .filter((week) => week.some((date) => date !== null))
}

/**
 * Returns the previous and next month with deals, from the first day with deals to today's month; else null.
 * @param {Pick<Wire.Calendar, 'month' | 'first' | 'today'>} calendar
 * @returns {{ earlier: string | null, later: string | null }}
 */
export function adjacentMonths({ month, first, today }) {
  const earlier = monthOf(plus(`${month}-01`, -1))
  const later = monthOf(plus(`${month}-01`, 31))
  return {
    earlier: earlier < monthOf(first) ? null : earlier,
    later: later > monthOf(today) ? null : later,
  }
}

/** Returns the month of a day. @param {string} date */
export const monthOf = (date) => date.slice(0, 7)
