// Days, times and spans of time as people read them, each in a <time> that programs read. A date is the text of a UTC
// day, 2026-11-21; what happened at a moment is shown in the reader's own time.

import { el } from './dom.js'

const language = () => document.documentElement.lang
const format = (options) => new Intl.DateTimeFormat(language(), options)
const UTC = { timeZone: 'UTC' }

/** The UTC day of now. */
export const today = () => written(new Date())

/** Whether the text is a day of the calendar. */
export const isDate = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  written(new Date(text)) === text

/** A day some days later, or earlier. */
export const plus = (date, days) =>
  written(new Date(Date.parse(date) + days * 86400000))

/** "November 21, 2026" */
export const day = (date) =>
  format({ ...UTC, dateStyle: 'long' }).format(new Date(date))

/** "November 2026" */
export const month = (date) =>
  format({ ...UTC, year: 'numeric', month: 'long' }).format(new Date(date))

/** The Monday of the ISO week that holds a day. */
export const monday = (date) =>
  plus(date, -((new Date(date).getUTCDay() + 6) % 7))

/** "November 16 – 22, 2026": the ISO week that holds a day. */
export function week(date) {
  const first = monday(date)
  return format({ ...UTC, dateStyle: 'long' }).formatRange(
    new Date(first),
    new Date(plus(first, 6)),
  )
}

/** When something happened, in milliseconds since the epoch; `close`: within a day, so that the hour is of interest. A year
 * that is the present one goes without saying. */
export function moment(at, close = false) {
  const when = new Date(at)
  const year =
    when.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
  const text = format(
    close ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', year },
  ).format(when)
  const title = format({ dateStyle: 'full', timeStyle: 'short' }).format(when)
  return el('time', { datetime: when.toISOString(), title }, text)
}

/** How long something took; `text` is how it is said. */
export const lasted = (ms, text) =>
  el('time', { datetime: `PT${Math.max(0, Math.floor(ms / 1000))}S` }, text)

const written = (when) => when.toISOString().slice(0, 10)
