import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controlText, personName, ratingText } from '../../static/core/people.js'
import { applyPresence } from '../../static/live/step.js'
import { clockText, lowTime, termsText } from '../../static/table/clock-text.js'
import { addTexts } from './texts.js'

addTexts()

const QUICK = { base: 60, increment: 1 }
const SLOW = { days: 3 }
const HOUR = 3_600_000

test('the time left has tenths under 10 s, and never shows more than there is', () => {
  assert.equal(clockText(0, QUICK), '0.0')
  assert.equal(clockText(9_999, QUICK), '9.9')
  assert.equal(clockText(10_000, QUICK), '0:10')
  assert.equal(clockText(61_001, QUICK), '1:02')
  assert.equal(clockText(HOUR, QUICK), '1:00:00')
})

test('days are told in days and hours, then in hours and minutes, then as a clock', () => {
  assert.equal(clockText(51 * HOUR, SLOW), '2 days 3 h')
  assert.equal(clockText(24 * HOUR, SLOW), '1 day 0 h')
  assert.equal(clockText(3.5 * HOUR, SLOW), '3 h 30 min')
  assert.equal(clockText(20 * 60_000, SLOW), '20:00')
})

test('the terms of a game are its clock and whether it is rated', () => {
  const control = { base: 600, increment: 5 }
  assert.equal(termsText({ control: null, rated: false }), '')
  assert.equal(termsText({ control, rated: true }), '10+5 · rated')
  assert.equal(controlText({ days: 14 }), '14 days a move')
})

test('little time is an eighth of the whole, from 10 s to a minute; 2 h of days', () => {
  assert.equal(lowTime({ base: 10, increment: 0 }), 10_000)
  assert.equal(lowTime({ base: 240, increment: 0 }), 30_000)
  assert.equal(lowTime({ base: 10_800, increment: 0 }), 60_000)
  assert.equal(lowTime({ days: 1 }), 2 * HOUR)
})

test('a provisional rating has a question mark, and nobody has none', () => {
  const person = { id: 'a', name: 'Ann' }
  assert.equal(ratingText({ ...person, rating: 1500 }), '1500')
  assert.equal(ratingText({ ...person, rating: 900, provisional: true }), '900?')
  assert.equal(ratingText({}), '')
  assert.equal(ratingText({ rating: null }), '')
  assert.equal(personName({ name: '' }), 'a former player')
})

test('presence says since when a player is gone only while they are', () => {
  /** @type {any} */
  const state = {
    players: [
      { id: 'a', name: 'Ann', online: true },
      { id: 'b', name: 'Ben', online: true },
    ],
    watchers: 0,
    watching: ['Eve'],
  }
  const gone = applyPresence(state, {
    t: 'presence',
    players: [true, false],
    watchers: 1,
    away: [null, 7],
    names: [],
  })
  assert.equal(gone.players[1]?.away, 7)
  assert.deepEqual(gone.watching, [])
  const back = applyPresence(gone, {
    t: 'presence',
    players: [true, true],
    watchers: 1,
    away: [null, null],
    names: ['Eve'],
  })
  assert.deepEqual(back.players, state.players)
  assert.deepEqual(back.watching, ['Eve'])
})
