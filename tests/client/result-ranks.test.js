// What a solitaire's result says of its ranks, and the text that shares it.

import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import { resultSentence } from '../../static/table/solitaire/deals.js'
import {
  bestText,
  classOf,
  firstRank,
  rankSentences,
  readRanks,
  whyUnranked,
} from '../../static/table/solitaire/result-ranks.js'
import { ANN, endedState, rulesOf, serve } from './games.js'
import { addTexts } from './texts.js'

addTexts()
afterEach(() => mock.restoreAll())

const ME = { id: 'me', name: 'Me' }

/** @param {object} [tally] @param {object} [more] */
const ended = (tally, more) =>
  endedState(0, 'solved', {
    game: 'mine',
    tally: { made: 12, undone: 0, hints: 0, ms: 9000, ...tally },
    score: [52],
    players: [ME],
    ...more,
  })

/** The board on which the player has this entry, beside another player. @param {number} rank @param {string} [game]
 * @returns {any} */
const entry = (rank, game = 'mine') => ({
  own: { game, rank, player: ME },
  items: [{ game: 'other', rank: 1, score: [52], moves: 12, player: { id: 'other' } }],
  next: null,
})

/** The board on which the player stands alone. @param {string} [game] @returns {any} */
const alone = (game = 'mine') => {
  const own = { game, rank: 1, player: ME }
  return { own, items: [own], next: null }
}

test('help puts a result into the class of all results, undo into that without help', () => {
  assert.equal(classOf(ended()), 'clean')
  assert.equal(classOf(ended({ undone: 1 })), 'unaided')
  assert.equal(classOf(ended({ undone: 1, hints: 1 })), 'open')
  assert.equal(classOf(ended({}, { certified: true })), 'clean', 'a winnable deal is no help')
})

test('a personal best is named with its class, and never called one without help after a hint', () => {
  const boards = { day: entry(1), all: entry(2) }
  for (const [tally, record] of /** @type {const} */ ([
    [{}, 'Your personal best without help or undo.'],
    [{ undone: 1 }, 'Your personal best without help.'],
    [{ hints: 1 }, 'Your personal best with help.'],
  ]))
    assert.deepEqual(rankSentences(boards, ended(tally), false), [
      '1st today and 2nd of all time.',
      record,
    ])
})

test('the rank of this game alone stands beside its number, and that of a better one is named', () => {
  const boards = { day: entry(4, 'earlier'), all: entry(2) }
  assert.equal(firstRank(boards, ended(), false), '2nd of all time')
  assert.equal(firstRank({ day: entry(1, 'earlier') }, ended(), false), '')
  const better = { day: entry(4), all: entry(2, 'earlier') }
  assert.deepEqual(rankSentences(better, ended(), false), [
    '4th today.',
    'Your best is 2nd of all time.',
  ])
})

test('a game that was given up is first nowhere and no personal best', () => {
  const given = (/** @type {any} */ boards) => rankSentences(boards, ended(), true)
  assert.deepEqual(given({ day: entry(1), all: entry(1) }), [])
  assert.deepEqual(given({ day: entry(1), all: entry(3) }), ['3rd of all time.'])
  assert.equal(firstRank({ day: entry(1) }, ended(), true), '')
})

test('to be first where nobody else stands is no rank', () => {
  const boards = { day: alone(), all: alone() }
  assert.equal(firstRank(boards, ended(), false), '')
  assert.deepEqual(rankSentences(boards, ended(), false), [
    'Your personal best without help or undo.',
  ])
  assert.deepEqual(rankSentences({ deal: alone('earlier') }, ended(), false), [])
  assert.equal(firstRank({ day: alone(), all: entry(1) }, ended(), false), '1st of all time')
  const manyPages = { ...alone(), next: 'cursor' }
  assert.equal(firstRank({ day: manyPages }, ended(), false), '1st today')
  const outdated = { ...alone(), items: [] }
  assert.equal(firstRank({ day: outdated }, ended(), false), '')
})

test('the best result of others is named only where it is better', () => {
  const told = (/** @type {any[]} */ items) => bestText(/** @type {any} */ ({ items }), ended())
  const rows = /** @type {const} */ ([
    [[52], 11, true],
    [[52], 12, false],
    [[52], 70, false],
    [[53], 70, true],
    [[40], 3, false],
  ])
  for (const [score, moves, isTold] of rows)
    assert.equal(told([{ score, moves, player: ANN }]) !== null, isTold, `${score} in ${moves}`)
  assert.equal(told([{ score: [52], moves: 5, player: ME }]), null)
  assert.equal(told([]), null)
})

test('a result without a rank has its reason', async () => {
  add({ 'citadel.uncounted.lost': 'Not on the leaderboards: lost.' })
  const rules = rulesOf('citadel')
  const why = (/** @type {object} */ more, played = true) =>
    whyUnranked(rules, ended({}, { public: true, seat: 0, ...more }), Promise.resolve(played))
  assert.equal(await why({}), '')
  assert.match(await why({}, false), /needs 10 moves or a gained point/)
  assert.match(await why({ public: false }), /private/)
  const lost = { over: { winner: null, reason: 'lost' } }
  assert.equal(await why(lost), 'Not on the leaderboards: lost.')
})

test('a shared result names what was taken back and what helped', () => {
  const rules = rulesOf('x', { title: 'X', seats: ['player'] })
  const board = { words: { score: () => '4 of 52' } }
  const text = (/** @type {any} */ state) => resultSentence(rules, state, board)
  assert.equal(
    text(ended({ made: 2, undone: 1, hints: 2 })),
    'X: Solved. Score 4 of 52, 2 moves, 0:09, undo ×1, hint ×2.',
  )
  assert.match(text(ended()), /no undo\.$/)
  const over = { winner: null, reason: 'resigned' }
  assert.match(text(ended({}, { over })), /Not solved\..* 0:09, given up\.$/)
  assert.match(text(ended({ undone: 1 }, { over })), /given up, undo ×1\.$/)
})

const DAY = '2026-11-26'
const RULES = rulesOf('alone', { seats: ['player'], daily: true })
let games = 0

/** Reads the ranks of an ended game from these boards, by their queries; the others are empty, and a null is a failure.
 * `isDaily`: the game is the attempt at the deal of today that counts.
 * @param {(game: string) => Record<string, object | null>} boards @param {object} [more] of the state
 * @param {boolean} [isDaily] */
async function ranksOf(boards, more, isDaily = false) {
  games += 1
  const game = `game${games}` // of its own: what was asked about a game is asked once
  const requests = serve((path) => {
    const { pathname, searchParams } = new URL(path, 'http://x')
    if (pathname === '/api/daily') {
      const mine = isDaily ? { alone: { game, status: 'ended', counted: true } } : {}
      const others = { deals: { alone: null }, winnable: [], featured: 'alone', streak: null }
      return { date: DAY, today: DAY, mine, ...others }
    }
    if (pathname.endsWith('/frames')) return { items: [{ score: [52] }] }
    searchParams.delete('class')
    const board = boards(game)[searchParams.toString()]
    if (board === null) return new Response('', { status: 503 })
    return board ?? { own: null, items: [], next: null }
  })
  const found = await readRanks(RULES, ended({}, { game, deal: 7, public: true, ...more }))
  return { ...found, requests }
}

const streak = { own: { score: [7, 3] }, items: [], next: null }

test('a result is ranked today and of all time, with its streak, and leads to that board', async () => {
  const { why, ranks } = await ranksOf((game) => ({
    'period=day': entry(1, game),
    '': entry(2, game),
    'kind=streak': streak,
  }))
  assert.equal(why, '')
  assert.deepEqual(ranks?.sentences.slice(-3), [
    '1st today and 2nd of all time.',
    'Your personal best without help or undo.',
    'Streak 3, best 7.',
  ])
  assert.deepEqual([ranks?.rank, ranks?.streak, ranks?.isBest], ['1st today', 3, true])
  assert.deepEqual([ranks?.query.deal, ranks?.query.date], [null, null])
})

test('a game that was given up before it counts has no rank and a reason, and ends the streak', async () => {
  const over = { winner: null, reason: 'resigned' }
  const { why, ranks } = await ranksOf(
    (game) => ({ 'period=day': entry(1, game), 'kind=streak': streak }),
    { over, tally: { made: 1, undone: 0, hints: 0, ms: 900 } },
  )
  assert.match(why, /needs 10 moves or a gained point/)
  assert.deepEqual(ranks?.sentences, ['Streak 3, best 7.'])
})

test('a chosen deal is compared with the best of the others and leads to its own board', async () => {
  const best = { game: 'other', score: [52], moves: 10, player: { id: 'ada', name: 'Ada' } }
  const { ranks } = await ranksOf((game) => {
    const own = { game, rank: 2, player: ME }
    return { 'deal=7': { own, items: [best, own], next: null } }
  })
  assert.match(ranks?.sentences.join(' ') ?? '', /2nd on this deal\..*Ada, score 52 in 10 moves/)
  assert.equal(ranks?.query.deal, '7')
})

test('the attempt at the deal of today that counts leads to the board of the day', async () => {
  const { ranks } = await ranksOf(
    (game) => ({ [`date=${DAY}`]: entry(3, game) }),
    { deal: null },
    true,
  )
  assert.equal(ranks?.query.date, DAY)
})

test('a game from a position asks for no rank, and without leaderboards there is none', async () => {
  const placed = await ranksOf(() => ({}), { start: 'a position' })
  assert.deepEqual(placed, { why: '', ranks: null, requests: [] })
  assert.equal((await ranksOf(() => ({ 'period=day': null }))).ranks, null)
})
