import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjacentPeriods,
  apiPath,
  description,
  filterGroups,
  isOneDay,
  pagePath,
  parseQuery,
  queryForGame,
} from '../../static/app/leaderboard-query.js'
import { today } from '../../static/core/format.js'
import { rulesOf } from './games.js'
import fc from './properties.js'
import { addTexts } from './texts.js'

addTexts()

const alone = rulesOf('alone', { seats: ['player'], dealt: true, daily: true })
const pair = rulesOf('pair', { daily: true })
const uneven = { ...pair, id: 'uneven', uneven: true }

/** @param {string} text */
const parse = (text, rules = alone) => parseQuery(rules, new URLSearchParams(text))

test('without a query it is the board of all time, of results without help, by score', () => {
  const none = { seat: null, deal: null, date: null, accounts: null }
  assert.deepEqual(parse(''), { kind: 'score', period: 'all', class: 'unaided', ...none })
  assert.equal(pagePath(alone, parse('')), '/leaderboards/alone')
})

test("an address names the class but the page's default; a request names it but the API's default", () => {
  for (const [text, page, api] of [
    ['', '', '?class=unaided'],
    ['class=unaided', '', '?class=unaided'],
    ['class=open', '?class=open', ''],
    ['class=clean', '?class=clean', '?class=clean'],
    ['kind=streak', '?kind=streak', '?kind=streak&class=unaided'],
    ['date=2026-11-21', '?date=2026-11-21', '?class=unaided&date=2026-11-21'],
  ]) {
    assert.equal(pagePath(alone, parse(text)), `/leaderboards/alone${page}`)
    assert.equal(apiPath(alone, parse(text)), `/api/leaderboards/alone${api}`)
  }
  assert.equal(apiPath(alone, parse('class=open'), 'a/b'), '/api/leaderboards/alone?cursor=a%2Fb')
})

test('all three classes are offered, also for streaks', () => {
  for (const text of ['', 'kind=streak'])
    assert.deepEqual(
      filterGroups(alone, parse(text))
        .find(({ name }) => name === 'class')
        ?.options.map(({ value, current }) => [value, current]),
      [
        ['unaided', true],
        ['clean', false],
        ['open', false],
      ],
    )
})

test('the board of the deal of a day tells which attempts at that deal count', () => {
  const [entries] = description(alone, parse('date=2026-11-21'))
  assert.match(entries, /ended before midnight UTC/)
  assert.doesNotMatch(entries, /chosen by its number/)
})

test('a deal and the deal of a day have no period in a solitaire, and streaks are of all time', () => {
  assert.equal(parse('deal=7').period, null)
  assert.equal(parse('date=2026-11-21').period, null)
  assert.equal(parse('date=2026-11-21', pair).period, 'all')
  const streaks = parse('kind=streak&period=day&deal=7&date=2026-11-21')
  assert.equal(pagePath(alone, streaks), '/leaderboards/alone?kind=streak')
})

const value = fc.option(fc.constantFrom('day', 'all', 'clean', '7', '2026-11-21', 'a b&c=d', ''), {
  nil: undefined,
})
const names = ['kind', 'period', 'class', 'seat', 'deal', 'date']

test('a query read from the path that it writes is the same query', () => {
  const params = fc.record(Object.fromEntries(names.map((name) => [name, value])))
  fc.assert(
    fc.property(params, fc.constantFrom(alone, pair, uneven), (given, rules) => {
      const entries = Object.entries(given).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text]],
      )
      const query = parseQuery(rules, new URLSearchParams(entries))
      const path = new URL(pagePath(rules, query), 'http://x')
      const again = parseQuery(rules, path.searchParams)
      assert.deepEqual(again, query)
    }),
  )
})

test('another game keeps the period, but no deal and no seat', () => {
  const week = parse('period=week&class=clean&seat=1')
  assert.equal(
    pagePath(alone, queryForGame(week, alone)),
    '/leaderboards/alone?period=week&class=clean',
  )
  assert.equal(queryForGame(parse('deal=7'), alone).period, 'all')
  assert.equal(queryForGame(parse('date=2026-11-21'), pair).date, null)
  assert.equal(queryForGame(parse('date=2026-11-21'), alone).date, '2026-11-21')
  assert.equal(queryForGame(parse('kind=streak'), pair).kind, 'rating')
  assert.equal(queryForGame(parse('', pair), alone).kind, 'score')
  const wins = queryForGame(parse('kind=wins&period=week&seat=1', pair), uneven)
  assert.equal(pagePath(uneven, wins), '/leaderboards/uneven?kind=wins&period=week')
})

test('a game for two opens with its ratings, by seat where the seats are unequal', () => {
  for (const [rules, text, page, api] of /** @type {const} */ ([
    [pair, '', '', 'ratings/pair/0?provisional=true'],
    [pair, 'seat=1', '?kind=wins&seat=1', 'leaderboards/pair?kind=score&seat=1'],
    [uneven, '', '', 'ratings/uneven/0?provisional=true'],
    [uneven, 'seat=1', '?seat=1', 'ratings/uneven/1?provisional=true'],
    [uneven, 'seat=7', '', 'ratings/uneven/0?provisional=true'],
    [pair, 'kind=wins', '?kind=wins', 'leaderboards/pair?kind=score'],
    [pair, 'period=week', '?kind=wins&period=week', 'leaderboards/pair?kind=score&period=week'],
  ])) {
    const query = parse(text, rules)
    assert.equal(pagePath(rules, query), `/leaderboards/${rules.id}${page}`)
    assert.equal(apiPath(rules, query), `/api/${api}`)
  }
  assert.equal(apiPath(pair, parse('', pair), 'x'), '/api/ratings/pair/0?provisional=true&cursor=x')
})

test('the tab of ratings comes first, and only games with unequal seats have ratings by seat', () => {
  const names = (/** @type {Rules} */ rules, text = '') =>
    filterGroups(rules, parse(text, rules)).map(({ name, options }) => [
      name,
      ...options.map(({ value }) => value),
    ])
  assert.deepEqual(names(pair), [['kind', 'rating', 'wins']])
  assert.deepEqual(names(uneven), [
    ['kind', 'rating', 'wins'],
    ['seat', '0', '1'],
  ])
  assert.deepEqual(
    names(pair, 'kind=wins').map(([name]) => name),
    ['kind', 'period', 'seat', 'accounts'],
  )
})

test('the filter of accounts is kept from board to board, and ratings have none', () => {
  const query = parse('accounts=1&period=week')
  assert.match(apiPath(alone, query), /accounts=1/)
  const streak = filterGroups(alone, query)
    .flatMap(({ options }) => options)
    .find(({ value }) => value === 'streak')
  assert.equal(streak?.query.accounts, '1')
  assert.equal(queryForGame(query, alone).accounts, '1')
  assert.equal(parse('accounts=1', pair).accounts, null)
  assert.equal(parse('accounts=2').accounts, null)
})

test('entries of one day are those of a day and of the deal of a day', () => {
  for (const day of ['period=day', 'date=2026-11-21']) assert.equal(isOneDay(parse(day)), true, day)
  for (const other of ['deal=7', 'period=week', 'kind=streak'])
    assert.equal(isOneDay(parse(other)), false, other)
})

test('the periods before and after one are of its length', () => {
  for (const [text, earlier, later] of [
    ['period=day&date=2020-03-01', '2020-02-29', '2020-03-02'],
    ['period=week&date=2020-03-04', '2020-02-24', '2020-03-09'],
    ['period=month&date=2020-01-31', '2019-12-01', '2020-02-01'],
    ['date=2020-03-01', '2020-02-29', '2020-03-02'],
  ]) {
    const adjacent = adjacentPeriods(parse(text))
    assert.deepEqual([adjacent.earlier?.date, adjacent.later?.date], [earlier, later], text)
  }
})

test('the present period has none after it and is the next of the one before', () => {
  for (const period of ['day', 'week', 'month']) {
    const present = parse(`period=${period}`)
    const { earlier, later } = adjacentPeriods(present)
    assert.equal(later, null)
    assert.ok(earlier?.date && earlier.date < today())
    assert.deepEqual(adjacentPeriods(earlier).later, present)
  }
})

test('there is nothing before or after a board without a period', () => {
  const none = { earlier: null, later: null }
  const texts = ['', 'kind=streak', 'deal=7', 'date=yesterday', 'period=century', 'period=toString']
  for (const text of texts) assert.deepEqual(adjacentPeriods(parse(text)), none)
})
