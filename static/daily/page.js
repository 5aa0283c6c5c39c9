// /daily: the deals of a day, the same for all the world. While the day lasts nothing on this page gives a deal away; when
// it is over, anybody can verify here that it was fixed before the day began.

import { get } from '../core/http.js'
import { me } from '../core/player.js'
import { day as written, plus } from '../core/format.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { families } from '../core/games.js'
import { page } from './share-line.js'
import { calendar } from './calendar.js'
import { deals } from './tiles.js'
import { promise } from './commitment.js'

const MINUTE = 60000

export async function show(root, { query, go, ready }) {
  root.dataset.screen = 'daily'
  const date = query.get('date')
  const asked = get(
    date === null
      ? '/api/daily'
      : `/api/daily?date=${encodeURIComponent(date)}`,
  )
  const [day, games] = await Promise.all([asked, families(), me()])
  const rules = games
    .flatMap(({ variants }) => variants)
    .filter(({ id }) => id in day.deals)
  const [tiles, month, promised] = await Promise.all([
    day.date > day.today ? null : deals(day, rules, go),
    calendar(day),
    promise(day, rules),
  ])
  const when =
    day.date < day.today ? 'past' : day.date > day.today ? 'coming' : 'today'
  const title = t(`daily.title.${when}`, { day: written(day.date) })
  const clock = when === 'past' ? null : next(day, when)
  root.replaceChildren(
    el('h1', {}, title),
    el(
      'div',
      { class: 'lead' },
      el('p', {}, t(`daily.about.${when}`, { day: written(day.date) })),
      el('p', {}, clock?.element ?? back(day)),
    ),
    el(
      'div',
      { class: 'daily' },
      tiles,
      el('div', { class: 'daily-side' }, month, promised),
    ),
  )
  ready(title)
  return { leave: () => clock?.leave() }
}

const back = (day) =>
  el(
    'a',
    { href: '/daily', 'data-act': 'today' },
    t('daily.today', { day: written(day.today) }),
  )

// When the next deals come, in the reader's own time. How long that is yet is said as long as this device's clock can be
// right; once the time has come, where they are.
function next(day, when) {
  const at = Date.parse(when === 'today' ? plus(day.date, 1) : day.date)
  const most = at - Date.parse(day.today)
  const hour = new Intl.DateTimeFormat(document.documentElement.lang, {
    timeStyle: 'short',
  }).format(at)
  const time = el('time', { datetime: new Date(at).toISOString() })
  const element = el('span', { 'data-next': true }, time)
  const draw = () => {
    const left = at - Date.now()
    time.textContent =
      left > most
        ? t('daily.next', { hour })
        : t('daily.next.in', { hour, wait: wait(left) })
    if (left > 0) return
    element.replaceChildren(
      el('a', { href: page(time.dateTime.slice(0, 10)) }, t('daily.next.here')),
    )
    clearInterval(timer) // drawn once: it may have the focus
  }
  const timer = setInterval(draw, MINUTE / 4)
  draw()
  return { element, leave: () => clearInterval(timer) }
}

function wait(ms) {
  const all = Math.ceil(ms / MINUTE)
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  const parts = [
    hours ? t('daily.hours', { count: hours }) : null,
    minutes ? t('daily.minutes', { count: minutes }) : null,
  ]
  return new Intl.ListFormat(document.documentElement.lang).format(
    parts.filter(Boolean),
  )
}
