// Query of a leaderboard in the page's address, in the terms of GET /api/leaderboards, so that every board is a link. The
// default is the board of all time, of results without help, by score; for a game for two the list of ratings, whose boards
// of wins have the kind `wins`. The server decides which boards exist.

import { day, isDate, monday, month, plus, today, week } from '../core/format.js'
import { seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { leaderboardPath } from './routes.js'

/**
 * Query of a leaderboard; null: not set. The boards of a deal and of a day's deal (a solitaire's date alone) have no period.
 * Values are texts of the address; the server validates them.
 * @typedef {object} LeaderboardQuery
 * @property {string | null} kind score or streak; of a game for two rating or wins
 * @property {string | null} period day, week, month or all
 * @property {string | null} class unaided (no help), clean (no help, no undo) or open (all results)
 * @property {string | null} seat of a game for two; of ratings only if each seat has its own
 * @property {string | null} deal
 * @property {string | null} date a UTC day, 2026-11-21
 * @property {string | null} accounts 1: only players with an account are ranked, as always in ratings
 */

/**
 * Group of links that change one part of the query.
 * @typedef {object} FilterGroup
 * @property {string} name
 * @property {string} label
 * @property {FilterOption[]} options
 * @property {boolean} rare behind "More" where there is little room
 */

/**
 * @typedef {object} FilterOption
 * @property {string} value
 * @property {string} text
 * @property {LeaderboardQuery} query
 * @property {boolean} current
 */

/** Classes of a solitaire's results; the first is the page's default. */
const CLASSES = ['unaided', 'clean', 'open']

const PERIODS = ['day', 'week', 'month', 'all']

/** @type {(keyof LeaderboardQuery)[]} */
const NAMES = ['kind', 'period', 'class', 'seat', 'deal', 'date', 'accounts']

/** First day of a day's period. @type {Record<string, (date: string) => string>} */
const FIRST_DAY = {
  day: (date) => date,
  week: monday,
  month: (date) => `${date.slice(0, 7)}-01`,
}

/** Days from the first day of a period into the next one. @type {Record<string, number>} */
const PERIOD_DAYS = { day: 1, week: 7, month: 31 }

/** Periods in words. @type {Record<string, (date: string) => string>} */
const PERIOD_TEXT = { day, week, month }

/**
 * Returns the rankings of a game's boards, the default first.
 * @param {Rules} rules
 */
const kindsOf = (rules) => (solitaire(rules) ? ['score', 'streak'] : ['rating', 'wins'])

/**
 * Returns the kind of an address. A game for two may leave it out where another parameter implies wins.
 * @param {Rules} rules
 * @param {URLSearchParams} params
 */
function kindIn(rules, params) {
  const kind = params.get('kind')
  if (solitaire(rules)) return kind ?? 'score'
  if (kind !== null) return kind === 'rating' ? 'rating' : 'wins'
  const isOfWins = params.has('period') || params.has('date')
  return isOfWins || (params.has('seat') && !rules.uneven) ? 'wins' : 'rating'
}

/**
 * Returns the query of ratings, of one seat if each seat has its own.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @returns {LeaderboardQuery}
 */
const ofRatings = ({ uneven }, { seat }) => ({
  kind: 'rating',
  period: 'all',
  class: 'open',
  seat: uneven ? String(Number(seat === '1')) : null,
  deal: null,
  date: null,
  accounts: null,
})

/**
 * Parses the query of an address and fills in the defaults.
 * @param {Rules} rules
 * @param {URLSearchParams} params
 * @returns {LeaderboardQuery}
 */
export function parseQuery(rules, params) {
  const query = {
    kind: kindIn(rules, params),
    period: params.get('period'),
    class: solitaire(rules) ? (params.get('class') ?? CLASSES[0]) : 'open',
    seat: params.get('seat'),
    deal: params.get('deal'),
    date: params.get('date'),
    accounts: params.get('accounts') === '1' ? '1' : null,
  }
  if (query.kind === 'rating') return ofRatings(rules, query)
  if (query.kind === 'streak') return { ...query, period: 'all', deal: null, date: null }
  if ((query.deal === null && query.date === null) || !solitaire(rules)) query.period ??= 'all'
  return query
}

/**
 * Returns the query as text without defaults: '' or '?...'.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @param {string} usual the default class: the page's is not the API's
 */
function queryString(rules, query, usual) {
  const part = { ...query }
  if (part.kind === 'rating' && part.seat === '0') part.seat = null
  if (part.kind === kindsOf(rules)[0]) part.kind = null
  if (part.class === usual || !solitaire(rules)) part.class = null
  if (part.period === 'all' && part.date === null && part.deal === null) part.period = null
  const params = new URLSearchParams()
  for (const name of NAMES) {
    const value = part[name]
    if (value !== null) params.set(name, value)
  }
  return params.size ? `?${params}` : ''
}

/**
 * Returns the path of a leaderboard's page.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 */
export const pagePath = (rules, query) =>
  leaderboardPath(rules.id) + queryString(rules, query, CLASSES[0])

/** Returns the API's query: wins are the score of a game for two. @param {LeaderboardQuery} query @returns {LeaderboardQuery} */
const asResults = (query) => (query.kind === 'wins' ? { ...query, kind: 'score' } : query)

/**
 * Returns the API path of a page of entries; `cursor`: the `next` of the previous page.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @param {string | null} cursor
 */
export function apiPath(rules, query, cursor = null) {
  const path =
    query.kind === 'rating'
      ? `/api/ratings/${rules.id}/${query.seat ?? '0'}?provisional=true`
      : `/api/leaderboards/${rules.id}${queryString(rules, asResults(query), 'open')}`
  return cursor === null
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
}

/**
 * Returns the query for another game: a deal and a seat belong to one game, a deal of the day to solitaires.
 * @param {LeaderboardQuery} query
 * @param {Rules} rules
 * @returns {LeaderboardQuery}
 */
export function queryForGame(query, rules) {
  const kinds = kindsOf(rules)
  const kind = query.kind && kinds.includes(query.kind) ? query.kind : kinds[0]
  const results = solitaire(rules) ? query.class : 'open'
  const kept = { ...query, deal: null, seat: null, kind, class: results }
  if (kind === 'rating') return ofRatings(rules, kept)
  const lost = query.period === null && (query.deal !== null || !solitaire(rules))
  return lost ? { ...kept, period: 'all', date: null } : kept
}

/**
 * Whether all entries are of one day: on the board of a day or of a day's deal.
 * @param {LeaderboardQuery} query
 */
export const isOneDay = ({ kind, period, date, deal }) =>
  kind !== 'streak' && (period === 'day' || (period === null && date !== null && deal === null))

/**
 * Returns a group of filter links: `change(value)` is the change of an option, `text(value)` its label.
 * @param {LeaderboardQuery} query
 * @param {'kind' | 'period' | 'class' | 'seat' | 'accounts'} name
 * @param {(string | null)[]} values
 * @param {(value: string | null) => Partial<LeaderboardQuery>} change
 * @param {(value: string | null) => string} text
 * @returns {FilterGroup}
 */
function filterGroup(query, name, values, change, text = (value) => t(`honour.${name}.${value}`)) {
  return {
    name,
    label: t(`honour.${name}`),
    rare: false,
    options: values.map((value) => ({
      value: value ?? (name === 'seat' ? 'both' : 'all'),
      text: text(value),
      query: { ...query, ...change(value) },
      current: query[name] === value,
    })),
  }
}

/** @param {FilterGroup} group @returns {FilterGroup} */
const rare = (group) => ({ ...group, rare: true })

/**
 * Returns the filters of a leaderboard of this game.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @returns {FilterGroup[]}
 */
export function filterGroups(rules, query) {
  const period = filterGroup(query, 'period', PERIODS, (value) => ({
    period: value,
    deal: null,
    date: value === 'all' || query.period === null ? null : query.date,
  }))
  const kind = filterGroup(query, 'kind', kindsOf(rules), (value) => ({
    kind: value,
    period: 'all',
    seat: null,
    deal: null,
    date: null,
  }))
  const accounts = filterGroup(
    query,
    'accounts',
    [null, '1'],
    (value) => ({ accounts: value }),
    (value) => t(value ? 'honour.accounts.only' : 'honour.accounts.all'),
  )
  if (!solitaire(rules)) {
    const ofRatings = query.kind === 'rating'
    const each = rules.seats.map((_, seat) => String(seat))
    const seats = ofRatings ? each : [null, ...each]
    const text = (/** @type {string | null} */ seat) =>
      seat === null ? t('honour.seat.both') : seatName(rules, Number(seat))
    const seat = filterGroup(query, 'seat', seats, (value) => ({ seat: value }), text)
    if (!ofRatings) return [kind, period, rare(seat), rare(accounts)]
    return rules.uneven ? [kind, seat] : [kind]
  }
  const results = filterGroup(query, 'class', CLASSES, (value) => ({
    class: value,
  }))
  const others = [rare(kind), rare(accounts)]
  return query.kind === 'streak' ? [results, ...others] : [period, results, ...others]
}

/**
 * Returns the heading, which names the board.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 */
export function heading(rules, query) {
  const { kind, period, deal, date, seat } = query
  if (kind === 'streak') return t('honour.of.streak')
  if (kind === 'rating')
    return seat === null
      ? t('honour.of.rating')
      : t('honour.of.rating.seat', { seat: seatName(rules, Number(seat)) })
  if (deal !== null) return t('honour.of.deal', { deal })
  if (date !== null && !isDate(date)) return t('honour.of.none')
  if (period === null) return t('honour.of.daily', { day: day(date ?? today()) })
  if (period === 'all') return t('honour.of.all')
  if (!Object.hasOwn(PERIOD_TEXT, period)) return t('honour.of.none')
  const span = PERIOD_TEXT[period](date ?? today())
  return date === null ? t(`honour.of.${period}`, { span }) : span
}

/**
 * Returns the kind of board for the page's title.
 * @param {LeaderboardQuery} query
 */
export function titleKind({ kind, period, deal }) {
  if (kind === 'streak') return 'streak'
  if (deal !== null) return 'deal'
  return period === null ? 'daily' : 'other'
}

/**
 * Returns two texts: what the entries are, and how they are ordered and counted.
 * @param {Rules} rules
 * @param {LeaderboardQuery} query
 * @returns {[string, string]}
 */
export function description(rules, query) {
  if (query.kind === 'rating') return [t('honour.about.rating'), t('honour.about.provisional')]
  if (!solitaire(rules)) return [t('honour.about.wins'), t('honour.about.utc')]
  const results = CLASSES.find((name) => name === query.class) ?? 'open'
  if (query.kind === 'streak')
    return [t(`honour.about.streak.${results}`), t('honour.about.streak')]
  return [
    `${t(`honour.about.${results}`)} ${t(`honour.about.${countedIn(query)}`)}`,
    [
      t('honour.about.order'),
      t('honour.about.utc'),
      t('honour.about.check'),
      t('honour.about.fast'),
    ].join(' '),
  ]
}

/**
 * Returns which attempts a board counts: at one deal, at the deal of a day, or at all deals that the server chose.
 * @param {LeaderboardQuery} query
 */
function countedIn({ deal, period }) {
  if (deal !== null) return 'deal'
  return period === null ? 'daily' : 'counts'
}

/**
 * Returns the boards of the previous and next day, week or month; null: there is none.
 * @param {LeaderboardQuery} query
 * @returns {{ earlier: LeaderboardQuery | null, later: LeaderboardQuery | null }}
 */
export function adjacentPeriods(query) {
  const { kind, deal, date } = query
  const period = query.period ?? 'day'
  const valid = Object.hasOwn(FIRST_DAY, period) && isDate(date ?? today())
  if (kind === 'streak' || deal !== null || !valid) return { earlier: null, later: null }
  const first = FIRST_DAY[period]
  const start = first(date ?? today())
  const next = first(plus(start, PERIOD_DAYS[period]))
  const now = first(today())
  const later =
    next === now && query.period !== null ? { ...query, date: null } : { ...query, date: next }
  return {
    earlier: { ...query, date: first(plus(start, -1)) },
    later: next > now ? null : later,
  }
}
