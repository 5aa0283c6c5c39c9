// What a board of honour is asked for. It stands in the address, in the words of GET /api/leaderboards, so that a board
// is a link; without any it is the board of all time, of everybody's results, by score. The server knows which there are.

import {
  day,
  isDate,
  monday,
  month,
  plus,
  today,
  week,
} from '../core/format.js'
import { t } from '../core/i18n.js'
import { seatName, solitaire } from '../core/games.js'

const PERIODS = ['day', 'week', 'month', 'all']
const NAMES = ['kind', 'period', 'class', 'seat', 'deal', 'date']

/** {kind, period, class, seat, deal, date}, null where nothing is asked. A deal's board and the board of a day's deal
 * (a solitaire's date alone) have no period. */
export function asked(rules, query) {
  const wish = Object.fromEntries(NAMES.map((name) => [name, query.get(name)]))
  wish.kind ??= 'score'
  wish.class ??= 'open'
  if (wish.kind === 'streak')
    Object.assign(wish, { period: 'all', deal: null, date: null })
  if ((wish.deal === null && wish.date === null) || !solitaire(rules))
    wish.period ??= 'all'
  return wish
}

/** The query of a wish, without what goes without saying; '' or '?...'. */
function written(rules, wish) {
  const said = { ...wish }
  if (said.kind === 'score') said.kind = null
  if (said.class === 'open' || !solitaire(rules)) said.class = null
  if (said.period === 'all' && said.date === null && said.deal === null)
    said.period = null
  const query = new URLSearchParams(
    NAMES.filter((name) => said[name] !== null).map((name) => [
      name,
      said[name],
    ]),
  )
  return query.size ? `?${query}` : ''
}

/** The page of a board. */
export const address = (rules, wish) =>
  `/leaderboards/${rules.id}${written(rules, wish)}`

/** Where a page of its lines is read. */
export function source(rules, wish, cursor = null) {
  const path = `/api/leaderboards/${rules.id}${written(rules, wish)}`
  return cursor === null
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}

/** The same wish for another game: a deal and a seat are of one game only, a deal of the day of solitaires. */
export function moved(wish, rules) {
  const kept = {
    ...wish,
    deal: null,
    seat: null,
    kind: solitaire(rules) ? wish.kind : 'score',
  }
  const left = wish.period === null && (wish.deal !== null || !solitaire(rules))
  return left ? { ...kept, period: 'all', date: null } : kept
}

/** Whether it is one day's board, or one deal's. */
export const daily = ({ kind, period, date, deal }) =>
  kind !== 'streak' &&
  (period === 'day' || (period === null && date !== null && deal === null))

/** The groups of choices: [{name, label, options: [{value, text, wish, current}]}]. */
export function choices(rules, wish) {
  const group = (
    name,
    values,
    change,
    text = (value) => t(`honour.${name}.${value}`),
  ) => ({
    name,
    label: t(`honour.${name}`),
    options: values.map((value) => ({
      value: value ?? 'both',
      text: text(value),
      wish: { ...wish, ...change(value) },
      current: wish[name] === value,
    })),
  })
  const same = (period) =>
    period === 'all' || wish.period === null ? null : wish.date
  const period = group('period', PERIODS, (value) => ({
    period: value,
    deal: null,
    date: same(value),
  }))
  if (!solitaire(rules)) {
    const seats = [null, ...rules.seats.map((_, seat) => String(seat))]
    const text = (seat) =>
      seat === null ? t('honour.seat.both') : seatName(rules, Number(seat))
    return [period, group('seat', seats, (seat) => ({ seat }), text)]
  }
  const kind = group('kind', ['score', 'streak'], (value) => ({
    kind: value,
    period: 'all',
    deal: null,
    date: null,
  }))
  const of = group('class', ['open', 'clean'], (value) => ({ class: value }))
  return wish.kind === 'streak' ? [kind, of] : [kind, of, period]
}

/** Which board it is, as its heading says it. */
export function named(wish) {
  const { kind, period, deal, date } = wish
  if (kind === 'streak') return t('honour.of.streak')
  if (deal !== null) return t('honour.of.deal', { deal })
  if (date !== null && !isDate(date)) return t('honour.of.none')
  if (period === null) return t('honour.of.daily', { day: day(date) })
  if (period === 'all') return t('honour.of.all')
  if (!PERIODS.includes(period)) return t('honour.of.none')
  const span = { day, week, month }[period](date ?? today())
  return date === null ? t(`honour.of.${period}`, { span }) : span
}

/** What the lines of this board are, and how they are ordered and counted: two sentences or more. */
export function about(rules, wish) {
  if (!solitaire(rules)) return [t('honour.about.wins'), t('honour.about.utc')]
  const of = wish.class === 'clean' ? 'clean' : 'open'
  if (wish.kind === 'streak')
    return [t(`honour.about.streak.${of}`), t('honour.about.streak')]
  const what = [
    t(`honour.about.${of}`),
    wish.deal === null ? null : t('honour.about.deal'),
  ]
  return [
    what.filter(Boolean).join(' '),
    `${t('honour.about.order')} ${t('honour.about.utc')}`,
  ]
}

/** The board before this one and the one after it, by day, week or month: {earlier, later}, null where there is none. */
export function beside(wish) {
  const { kind, period, deal, date } = wish
  const none = { earlier: null, later: null }
  if (
    kind === 'streak' ||
    deal !== null ||
    period === 'all' ||
    (date !== null && !isDate(date))
  )
    return none
  const first = {
    day: (on) => on,
    week: monday,
    month: (on) => `${on.slice(0, 7)}-01`,
  }[period ?? 'day']
  if (!first) return none
  const start = first(date ?? today())
  const onward = { day: 1, week: 7, month: 31 }[period ?? 'day']
  const next = first(plus(start, onward))
  const now = first(today())
  return {
    earlier: { ...wish, date: first(plus(start, -1)) },
    later:
      next > now
        ? null
        : { ...wish, date: next === now && period !== null ? null : next },
  }
}
