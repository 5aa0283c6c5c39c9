import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controlText, personName, ratingText } from '../../static/core/people.js'
import { applyPresence } from '../../static/live/step.js'
import { clockText, lowTime, termsText } from '../../static/table/clock-text.js'
import { ANN, BEN, stateOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()

const QUICK = { base: 60, increment: 1 }
const SLOW = { days: 3 }
const HOUR = 3_600_000

test('the time left has tenths under 10 s, and never shows more than there is; days have hours, then minutes', () => {
  for (const [left, control, text] of /** @type {const} */ ([
    [0, QUICK, '0.0'],
    [9_999, QUICK, '9.9'],
    [10_000, QUICK, '0:10'],
    [61_001, QUICK, '1:02'],
    [HOUR, QUICK, '1:00:00'],
    [51 * HOUR, SLOW, '2 days 3 h'],
    [24 * HOUR, SLOW, '1 day 0 h'],
    [3.5 * HOUR, SLOW, '3 h 30 min'],
    [20 * 60_000, SLOW, '20:00'],
  ]))
    assert.equal(clockText(left, control), text)
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
  assert.equal(ratingText({ ...ANN, rating: 1500 }), '1500')
  assert.equal(ratingText({ ...ANN, rating: 900, provisional: true }), '900?')
  assert.equal(ratingText({}), '')
  assert.equal(ratingText({ rating: null }), '')
  assert.equal(personName({ name: '' }), 'a former player')
})

test('presence says since when a player is gone only while they are', () => {
  const online = [ANN, BEN].map((player) => ({ ...player, online: true }))
  /** @param {State} state @param {number | null} away the time of the second player @param {string[]} names */
  const told = (state, away, names) =>
    applyPresence(state, {
      ...{ t: 'presence', players: [true, away === null], watchers: 1 },
      ...{ away: [null, away], names },
    })
  const gone = told(stateOf({ players: online, watchers: 0, watching: ['Eve'] }), 7, [])
  assert.deepEqual([gone.players[1]?.away, gone.watching], [7, []])
  const back = told(gone, null, ['Eve'])
  assert.deepEqual([back.players, back.watching], [online, ['Eve']])
})
