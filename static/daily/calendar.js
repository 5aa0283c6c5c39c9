// The calendar of the daily deals: a month as a table, a day a link to its deals, with a sign for those that one has
// finished in time. One goes from month to month without leaving the page.

import { get } from '../core/http.js'
import { month as named, plus } from '../core/format.js'
import { el } from '../core/dom.js'
import { icon } from '../core/icons.js'
import { t } from '../core/i18n.js'
import { press } from '../core/busy-button.js'
import { say } from '../core/announcer.js'
import { page } from './share-line.js'

const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86400000

/** The calendar, at the month of the day that is shown. */
export async function calendar(day) {
  const heading = el('h2', { id: 'calendar-month' })
  const place = el('div', {})
  const all = Object.keys(day.deals).length
  let month = null
  const read = async (wanted) => {
    month = await get(`/api/daily/calendar?month=${wanted}`)
    const { earlier, later } = beside(month)
    heading.textContent = named(`${month.month}-01`)
    place.replaceChildren(table(month, day, all))
    steps.earlier.disabled = earlier === null
    steps.later.disabled = later === null
  }
  const step = (act) =>
    el(
      'button',
      {
        type: 'button',
        class: 'icon',
        'data-act': act,
        'aria-label': t(`daily.${act}`),
        title: t(`daily.${act}`),
      },
      icon(act),
    )
  const steps = { earlier: step('earlier'), later: step('later') }
  for (const [act, button] of Object.entries(steps))
    button.addEventListener('click', (event) =>
      press(event, async () => {
        await read(beside(month)[act])
        if (button.disabled)
          Object.values(steps)
            .find((other) => !other.disabled)
            ?.focus()
        say(heading.textContent)
      }),
    )
  await read((day.date > day.today ? day.today : day.date).slice(0, 7))
  return el(
    'section',
    { class: 'calendar', 'aria-labelledby': heading.id },
    el('div', { class: 'calendar-head' }, steps.earlier, heading, steps.later),
    place,
    el('p', { class: 'detail' }, t('daily.calendar.key', { all })),
  )
}

/** The months before and after, {earlier, later}; null where no day was dealt. */
function beside({ month, first, today }) {
  const [before, after] = [
    plus(`${month}-01`, -1).slice(0, 7),
    plus(`${month}-01`, 31).slice(0, 7),
  ]
  return {
    earlier: before < first.slice(0, 7) ? null : before,
    later: after > today.slice(0, 7) ? null : after,
  }
}

function table(month, day, all) {
  return el(
    'table',
    { 'aria-labelledby': 'calendar-month', 'data-month': month.month },
    el('thead', {}, el('tr', {}, weekdays())),
    el(
      'tbody',
      {},
      weeks(month.month).map((week) =>
        el(
          'tr',
          {},
          week.map((date) => cell(date, month, day, all)),
        ),
      ),
    ),
  )
}

function weekdays() {
  const word = (length) =>
    new Intl.DateTimeFormat(document.documentElement.lang, {
      weekday: length,
      timeZone: 'UTC',
    })
  return Array.from({ length: 7 }, (_, place) => {
    const at = MONDAY + place * DAY
    return el(
      'th',
      { scope: 'col', abbr: word('long').format(at) },
      word('short').format(at),
    )
  })
}

/** The days of a month by weeks that begin on Monday; null where a week goes beyond it. */
function weeks(month) {
  const first = `${month}-01`
  const before = (new Date(first).getUTCDay() + 6) % 7
  const days = Array.from({ length: 42 }, (_, place) =>
    plus(first, place - before),
  )
  const within = days.map((date) => (date.startsWith(month) ? date : null))
  return [0, 7, 14, 21, 28, 35]
    .map((from) => within.slice(from, from + 7))
    .filter((week) => week.some(Boolean))
}

function cell(date, { days, finished, today }, day, all) {
  if (date === null) return el('td', {})
  const number = String(Number(date.slice(8)))
  if (!days.includes(date))
    return el(
      'td',
      { 'data-date': date },
      el('span', { class: 'calendar-day' }, number),
    )
  const count = finished[date]?.length ?? 0
  const state = count === 0 ? 'none' : count < all ? 'some' : 'all'
  const sign = { none: null, some: `${count}/${all}`, all: '✓' }[state]
  const told = t(`daily.calendar.${state}`, { month: named(date), count, all })
  return el(
    'td',
    { 'data-date': date, 'data-finished': state, 'data-today': date === today },
    el(
      'a',
      {
        class: 'calendar-day',
        href: page(date),
        'aria-current': date === day.date ? 'date' : null,
      },
      number,
      sign &&
        el('span', { class: 'calendar-sign', 'aria-hidden': 'true' }, sign),
      el(
        'span',
        { class: 'visually-hidden' },
        ` ${told} ${date === today ? t('daily.calendar.today') : ''}`,
      ),
    ),
  )
}
