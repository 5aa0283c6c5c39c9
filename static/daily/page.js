// /daily: the deals of a day, the same for all players. During the day nothing on this page reveals a deal; afterwards anybody
// can verify here that the deals were fixed before the day began.

import { dailyPath, puzzlesPath } from '../app/routes.js'
import { hasAbility } from '../core/bots.js'
import { el } from '../core/dom.js'
import { day as dayText } from '../core/format.js'
import { families, solitaire } from '../core/games.js'
import { get } from '../core/http.js'
import { load, t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { countdown, streakTexts } from '../solitaire/countdown.js'
import { takeStale } from '../solitaire/play-daily.js'
import { calendar } from './calendar.js'
import { commitment } from './commitment.js'
import { overview } from './overview.js'
import { dailyTiles, readDeals } from './tiles.js'

/** @typedef {'past' | 'today' | 'coming'} When */

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { query, go, ready }) {
  root.dataset.screen = 'daily'
  const [day, games] = await Promise.all([
    readDay(query.get('date')),
    dealtFamilies(),
    me(),
  ])
  const rules = games
    .flatMap(({ variants }) => variants)
    .filter(({ id }) => id in day.deals)
  const when = whenIs(day)
  const [deals, month, committed] = await Promise.all([
    when === 'coming'
      ? null
      : readDeals(day, rules, query.get('game') ?? day.featured),
    calendar(day),
    commitment(day, rules),
  ])
  const title = t(`daily.title.${when}`, { day: dayText(day.date) })
  const countdown =
    when === 'past' ? null : nextDeals(day, () => go(dailyPath()))
  root.replaceChildren(
    el('h1', {}, title),
    takeStale() ? el('p', { 'data-stale': true }, t('daily.stale')) : '',
    el(
      'div',
      { class: 'lead' },
      el('p', {}, t(`daily.about.${when}`, { day: dayText(day.date) })),
      el('p', {}, countdown?.element ?? todayLink(day)),
      when !== 'coming' && puzzleLink(games, day),
      when === 'today' && el('p', { class: 'daily-streaks' }, streakTexts(day)),
    ),
    deals ? (overview(day, deals) ?? '') : '',
    el(
      'div',
      { class: 'daily' },
      deals && dailyTiles(deals, go),
      el('div', { class: 'daily-side' }, month, committed),
    ),
  )
  ready(title)
  return { leave: () => countdown?.leave() }
}

/** Returns the families after loading the texts of the solitaires, which the results need. */
async function dealtFamilies() {
  const games = await families()
  const alone = games.filter(({ variants }) => variants.some(solitaire))
  await load(...alone.map(({ family }) => `games/${family}`))
  return games
}

/**
 * @param {string | null} date null: today
 * @returns {Promise<Wire.Daily>}
 */
const readDay = (date) =>
  get(
    date === null
      ? '/api/daily'
      : `/api/daily?date=${encodeURIComponent(date)}`,
  )

/**
 * @param {Wire.Daily} day
 * @returns {When}
 */
function whenIs({ date, today }) {
  if (date === today) return 'today'
  return date < today ? 'past' : 'coming'
}

/**
 * @param {{ variants: Rules[] }[]} games
 * @param {Wire.Daily} day
 */
const puzzleLink = (games, { date, today }) =>
  games.some(({ variants }) =>
    variants.some((rules) => hasAbility(rules, 'puzzle')),
  ) &&
  el(
    'p',
    {},
    el(
      'a',
      {
        href: puzzlesPath(date === today ? null : date),
        'data-act': 'puzzle',
      },
      t('daily.puzzle'),
    ),
  )

/** @param {Wire.Daily} day */
const todayLink = (day) =>
  el(
    'a',
    { href: dailyPath(), 'data-act': 'today' },
    t('daily.today', { day: dayText(day.today) }),
  )

/**
 * Creates the countdown to the next deals, in the reader's time zone. At its end it becomes a link, and the page of today
 * turns over once the server agrees, since its time is estimated.
 * @param {Wire.Daily} day
 * @param {() => void} turnOver
 */
function nextDeals(day, turnOver) {
  const time = el('time', {})
  const element = el('span', { 'data-next': true }, time)
  let here = true // whether the page is still shown
  const turnOnceOver = async () => {
    const { today } = await readDay(null)
    if (here && today > day.today) turnOver()
  }
  const end = countdown(day, ({ at, hour, wait, over }) => {
    time.dateTime = new Date(at).toISOString()
    time.textContent =
      wait === null
        ? t('daily.next', { hour })
        : t('daily.next.in', { hour, wait })
    if (!over) return
    const href = dailyPath(time.dateTime.slice(0, 10))
    element.replaceChildren(el('a', { href }, t('daily.next.here')))
    turnOnceOver().catch(() => {}) // the link is there
  })
  const leave = () => {
    here = false
    end()
  }
  return { element, leave }
}
