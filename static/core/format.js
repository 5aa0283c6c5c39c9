// Formatting of numbers, days, times and durations. A date is the text of a UTC day, 2026-11-21;
// moments are shown in the reader's time zone. Each Intl object is created once.

import { FALLBACK, locale } from './language.js'
import { serverNow } from './server-time.js'

export { list, sequence } from './i18n.js'

const DAY_MS = 86400000

/** Returns a lazily created formatter: by its first use the document has its language.
 * @template T @param {(locale: string) => T} make @returns {() => T} */
function once(make) {
  /** @type {T | undefined} */
  let made
  return () => {
    made ??= make(locale(document.documentElement.lang || FALLBACK))
    return made
  }
}

/** @param {Intl.NumberFormatOptions} [options] */
const numbers = (options) => once((language) => new Intl.NumberFormat(language, options))
/** @param {Intl.DateTimeFormatOptions} options */
const dates = (options) => once((language) => new Intl.DateTimeFormat(language, options))

const PLAIN = numbers()
const COMPACT = numbers({ notation: 'compact' })
const TENTHS = numbers({ maximumFractionDigits: 1 })
const AXIS = numbers({ maximumFractionDigits: 1, useGrouping: false })
const PERCENT = numbers({ style: 'percent' })

/** "1,234" @param {number} value */
export const number = (value) => PLAIN().format(value)

/** "2 · 17", of the parts of a score. @param {readonly number[]} parts */
export const score = (parts) => parts.map(number).join(' · ')

/** "1.2K" @param {number} value */
export const compact = (value) => COMPACT().format(value)

/** "12.3" @param {number} value */
export const tenths = (value) => TENTHS().format(value)

/** "1234.5", where there is little room. @param {number} value */
export const axisNumber = (value) => AXIS().format(value)

/** "45%", of a share between 0 and 1. @param {number} share */
export const percent = (share) => PERCENT().format(share)

const UTC = { timeZone: 'UTC' }
const LONG_DAY = dates({ ...UTC, dateStyle: 'long' })
const SHORT_DAY = dates({ ...UTC, day: 'numeric', month: 'short' })
const MONTH = dates({ ...UTC, year: 'numeric', month: 'long' })
const WEEKDAY = dates({ ...UTC, weekday: 'long' })
const SHORT_WEEKDAY = dates({ ...UTC, weekday: 'short' })
const LOCAL_DAY = dates({ dateStyle: 'long' })
const LOCAL_TIME = dates({ timeStyle: 'short' })
const LOCAL_THIS_YEAR = dates({ day: 'numeric', month: 'short' })
const LOCAL_OTHER_YEAR = dates({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const LOCAL_FULL = dates({ dateStyle: 'full', timeStyle: 'short' })

const TENTHS_MS = 10_000 // below it tenths are shown

/** Returns the current UTC day. */
export const today = () => dayOf(new Date(serverNow()))

/** Whether the text is a calendar day.
 * @param {string | null | undefined} text @returns {text is string} */
export const isDate = (text) =>
  typeof text === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  dayOf(new Date(text)) === text

/** Returns the day that many days later. @param {string} date @param {number} days */
export const plus = (date, days) => dayOf(new Date(Date.parse(date) + days * DAY_MS))

/** "November 21, 2026" @param {string} date */
export const day = (date) => LONG_DAY().format(new Date(date))

/** "Nov 21", of a date or of a moment in ms, both in UTC. @param {string | number} date */
export const shortDay = (date) => SHORT_DAY().format(new Date(date))

/** "November 2026" @param {string} date */
export const month = (date) => MONTH().format(new Date(date))

/** "November 21, 2026", the reader's own day of a moment in ms since the epoch. @param {number} at */
export const localDay = (at) => LOCAL_DAY().format(at)

/** "14:30", the reader's own time of a moment in ms since the epoch. @param {number} at */
export const hour = (at) => LOCAL_TIME().format(at)

/** Day and time in full, the reader's own, of a moment in ms since the epoch. @param {number} at */
export const dayAndTime = (at) => LOCAL_FULL().format(at)

/** "Monday", of a moment in ms, in UTC. @param {number} at */
export const weekday = (at) => WEEKDAY().format(at)

/** "Mon" @param {number} at */
export const shortWeekday = (at) => SHORT_WEEKDAY().format(at)

/** Returns the Monday of a day's ISO week. @param {string} date */
export const monday = (date) => plus(date, -((new Date(date).getUTCDay() + 6) % 7))

/** "November 16 – 22, 2026", the ISO week of a day. @param {string} date */
export function week(date) {
  const first = monday(date)
  return LONG_DAY().formatRange(new Date(first), new Date(plus(first, 6)))
}

/** Returns a moment, in ms since the epoch. `close`: within a day, so that the hour is shown. The current year is left out.
 * @param {number} at @param {boolean} [close] */
export const momentText = (at, close = false) => momentFormat(new Date(at), close).format(at)

/** Units of elapsed time with their lengths in ms, the longest first.
 * @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['day', DAY_MS],
  ['hour', 3600000],
  ['minute', 60000],
]
const AGO = once((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** "5 minutes ago", "yesterday", "now". `at`, `now`: ms since the epoch. @param {number} at @param {number} now */
export function agoText(at, now) {
  const past = Math.max(0, now - at)
  const [unit, length] = UNITS.find(([, ms]) => past >= ms) ?? ['second', 0]
  return AGO().format(length ? -Math.floor(past / length) : 0, unit)
}

/** @param {Date} when @param {boolean} close */
function momentFormat(when, close) {
  if (close) return LOCAL_TIME()
  const thisYear = when.getFullYear() === new Date(serverNow()).getFullYear()
  return thisYear ? LOCAL_THIS_YEAR() : LOCAL_OTHER_YEAR()
}

/** @param {Date} when */
const dayOf = (when) => when.toISOString().slice(0, 10)

/** Formats a duration as m:ss or h:mm:ss.
 * @param {number} ms */
export function formatDuration(ms) {
  const all = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** Formats a clock's time in seconds, rounded up, so that it never shows too little; tenths under 10 s.
 * @param {number} ms */
export function secondsText(ms) {
  if (ms < TENTHS_MS) return (Math.floor(ms / 100) / 10).toFixed(1)
  return formatDuration(Math.ceil(ms / 1000) * 1000)
}
