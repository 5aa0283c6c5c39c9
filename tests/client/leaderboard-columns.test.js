// Cells of the leaderboards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELLS, COLUMNS, isSecret, isVeryFast } from '../../static/pages/leaderboards/columns.js'
import { elements, textOf } from './shown.js'
import { addTexts } from './texts.js'

addTexts()

const HELP = { undone: 0, hints: 0, first: true }
const ENTRY = { rank: 1, score: [52], moves: 70, ms: 252_000, sittings: 1, ...HELP }

/** @param {string} column @param {object} more */
const cell = (column, more) => textOf(CELLS[column]({ ...ENTRY, ...more }, false))

test('the games of a day are looked at once it is over, or after an own attempt', () => {
  const TODAY = '2026-11-26'
  const day = { deal: null, period: null, date: TODAY }
  const secret = (/** @type {object} */ query, /** @type {object | null} */ own = null) =>
    isSecret({ query: { ...day, ...query }, own }, TODAY)
  assert.ok(secret({}))
  assert.ok(secret({ date: null }))
  assert.ok(!secret({}, { game: 'mine' }))
  assert.ok(!secret({ date: '2026-11-25' }))
  assert.ok(!secret({ period: 'day' }))
  assert.ok(!secret({ deal: '7' }))
})

test('what helped is named, and a later attempt', () => {
  assert.equal(cell('assists', {}), 'none')
  assert.equal(
    cell('assists', { undone: 2, hints: 1, first: false }),
    'undo ×2, hint ×1, rehearsed',
  )
})

test('a time says in how many sittings, and is readable by machines', () => {
  assert.equal(cell('time', {}), '4:12')
  assert.equal(cell('time', { sittings: 2 }), '4:12 in 2 sittings')
  assert.equal(elements(CELLS.time(ENTRY, false))[0].props.datetime, 'PT252S')
})

test('streaks and wins have columns of their own', () => {
  const entry = { ...ENTRY, score: [7, 3] }
  for (const kind of /** @type {const} */ (['streak', 'wins'])) {
    const [first, second] = COLUMNS[kind].slice(2)
    assert.equal(textOf(CELLS[first](entry, false)), '7')
    assert.equal(elements(CELLS[second](entry, false))[0].text, '3')
  }
})

test('a provisional rating has a question mark, which is said', () => {
  const rated = { rating: 1712, deviation: 140, games: 5 }
  const text = (/** @type {boolean} */ provisional) =>
    textOf(CELLS.rating({ ...rated, provisional }, false)).trim()
  assert.equal(text(true), '1712? provisional')
  assert.equal(text(false), '1712')
})

test('a result is marked when it is much faster than hands', () => {
  for (const [moves, ms, score, fast] of /** @type {const} */ ([
    [28, 0, [6], true],
    [60, 3000, [52], true],
    [60, 40_000, [52], false], // of which 50 ran home in 10 s
    [84, 10_000, [52], false],
    [84, 8000, [52], true],
    [9, 0, [4], false],
    [null, null, [3], false],
  ]))
    assert.equal(isVeryFast({ moves, ms, score: [...score] }), fast)
})
