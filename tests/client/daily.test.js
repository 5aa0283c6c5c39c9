// The deals of the day: what is said of their end, of the next one, and of attempts that do not count.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesLeft } from '../../static/daily/midnight.js'
import {
  markText,
  nextGame,
  resultToShare,
} from '../../static/daily/share-line.js'
import { addTexts } from './texts.js'

Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
addTexts()

const DATE = '2026-11-23'

test('the last five minutes of a day are told, and that it is over', () => {
  for (const [time, minutes] of /** @type {const} */ ([
    ['2026-11-23T12:00:00Z', null],
    ['2026-11-23T23:54:59Z', null],
    ['2026-11-23T23:55:00Z', 5],
    ['2026-11-23T23:58:30Z', 2],
    ['2026-11-23T23:59:59Z', 1],
    ['2026-11-24T00:00:00Z', 0],
    ['2026-11-24T07:00:00Z', 0],
  ]))
    assert.equal(minutesLeft(DATE, Date.parse(time)), minutes, time)
})

test('the next daily is one that was not begun, the featured one first', () => {
  const deals = { a: null, b: null, c: null }
  /** @type {any} */
  const live = { game: 'x', status: 'live', counted: true }
  const next = (/** @type {any} */ mine, played = 'a') =>
    nextGame({ deals, featured: 'c', mine }, played)
  assert.equal(next({ a: live }), 'c')
  assert.equal(next({ a: live, c: live }), 'b')
  assert.equal(next({ b: live, c: live }), null)
  assert.equal(next({ a: live, b: live, c: live }), null)
})

test('only further attempts of the player are marked as rehearsals', () => {
  const day = { date: DATE, counted: true, late: false }
  assert.equal(markText(day, 0), 'Daily · Nov 23')
  assert.equal(markText({ ...day, counted: false }, 0), 'Rehearsal · Nov 23')
  assert.equal(markText({ ...day, counted: false }, null), 'Daily · Nov 23')
  const late = { ...day, counted: false, late: true }
  assert.equal(markText(late, 0), 'Daily · Nov 23')
})

test('the shared text says whether the deal was solved', () => {
  /** @type {any} */
  const rules = { id: 'x', family: 'x', title: 'X', seats: ['player'] }
  const tally = { made: 3, undone: 0, hints: 1, ms: 9000 }
  const text = (/** @type {number | null} */ winner) => {
    /** @type {any} */
    const state = { score: [6], tally, over: { winner, reason: 'resigned' } }
    return resultToShare(DATE, rules, state, true, null).split('\n')
  }
  assert.deepEqual(text(null), [
    'Richelieu daily 2026-11-23 · X: 6 in 3 moves, 0:09, nothing taken back, hint ×1',
    'Not solved',
    '🟥',
  ])
  assert.deepEqual(text(0).slice(1), ['Solved', '🟩'])
})
