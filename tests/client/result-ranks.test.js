// What a solitaire's result says of its ranks, and the text that shares it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import { resultSentence } from '../../static/solitaire/deals.js'
import {
  classOf,
  firstRank,
  rankSentences,
  whyUnranked,
} from '../../static/solitaire/result-ranks.js'
import { addTexts } from './texts.js'

addTexts()

/** @param {object} [tally] @param {object} [more] @returns {any} */
const ended = (tally, more) => ({
  game: 'mine',
  over: { winner: 0, reason: 'solved' },
  tally: { made: 12, undone: 0, hints: 0, ms: 9000, ...tally },
  score: [52],
  ...more,
})

/** The player's entry on a board. @param {number} rank @param {string} [game] @returns {any} */
const entry = (rank, game = 'mine') => ({ own: { game, rank }, items: [] })

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

test('the rank of this game alone stands beside its number', () => {
  const boards = { day: entry(4, 'earlier'), all: entry(2) }
  assert.equal(firstRank(boards, ended(), false), '2nd of all time')
  assert.equal(firstRank({ day: entry(1) }, ended(), true), '', 'given up')
  assert.equal(firstRank({ day: entry(1, 'earlier') }, ended(), false), '')
})

test('a better game of the player is named, without a personal best', () => {
  const boards = { day: entry(4), all: entry(2, 'earlier') }
  assert.deepEqual(rankSentences(boards, ended(), false), [
    '4th today.',
    'Your best is 2nd of all time.',
  ])
})

test('a game that was given up is first nowhere and no personal best', () => {
  const given = (/** @type {any} */ boards) => rankSentences(boards, ended(), true)
  assert.deepEqual(given({ day: entry(1), all: entry(1) }), [])
  assert.deepEqual(given({ day: entry(1), all: entry(3) }), ['3rd of all time.'])
})

test('a result without a rank has its reason', async () => {
  add({ 'citadel.uncounted.lost': 'Not on the leaderboards: lost.' })
  /** @type {any} */
  const rules = { id: 'citadel', family: 'citadel', daily: false }
  const why = (/** @type {object} */ more, played = true) =>
    whyUnranked(rules, ended({}, { public: true, seat: 0, ...more }), Promise.resolve(played))
  assert.equal(await why({}), '')
  assert.match(await why({}, false), /needs 10 moves or a gained point/)
  assert.match(await why({ public: false }), /private/)
  const lost = { over: { winner: null, reason: 'lost' } }
  assert.equal(await why(lost), 'Not on the leaderboards: lost.')
})

test('a shared result names what was taken back and what helped', () => {
  /** @type {any} */
  const rules = { id: 'x', family: 'x', title: 'X', seats: ['player'] }
  const board = { score: () => '4 of 52' }
  const text = (/** @type {any} */ state) => resultSentence(rules, state, board)
  assert.equal(
    text(ended({ made: 2, undone: 1, hints: 2 })),
    'X: Solved. Score 4 of 52, 2 moves, 0:09, undo ×1, hint ×2.',
  )
  assert.match(text(ended()), /no undo\.$/)
})
