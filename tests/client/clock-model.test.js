// The clock of one seat: what remains of the server's value, and what is told of it.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { forgetAnswers, noteAnswer } from '../../static/core/server-time.js'
import { ClockModel } from '../../static/table/clock-model.js'

const QUICK = { base: 61, increment: 0 }
const SERVER = 1_000_000 // the server's time at the page's time 0
let now = 0

beforeEach(() => {
  now = 0
  mock.method(performance, 'now', () => now)
  noteAnswer(SERVER, 0, 0)
})
afterEach(() => {
  mock.restoreAll()
  forgetAnswers()
})

/** @param {object} [changes] @returns {any} a state in which seat 0 has 5 s and seat 1 has 9 s */
const state = (changes = {}) => ({
  control: QUICK,
  clock: { left: [5000, 9000], running: 1, at: SERVER, ...changes },
})

/** @param {any} given @param {number} [at] */
function clockOf(given, at = 0) {
  const clock = new ClockModel(1)
  clock.take(given, at)
  return clock
}

/** @param {ClockModel} clock @param {number[]} times */
const told = (clock, times) => times.map((ms) => clock.alarms(ms))

test('the clock of the player to move runs from the receipt of the state down to nothing', () => {
  const clock = clockOf(state())
  assert.equal(clock.running, true)
  now = 2500 // however long the page was blocked meanwhile
  assert.equal(clock.left(), 6500)
  now = 60_000
  assert.equal(clock.left(), 0)
})

test('the clock of the other player stands still', () => {
  const clock = clockOf(state({ running: 0 }))
  now = 2500
  assert.equal(clock.running, false)
  assert.equal(clock.left(), 9000)
  assert.equal(clockOf(state({ running: null })).running, false)
})

test('a state that a busy page receives late gives no time', () => {
  now = 2000
  assert.equal(clockOf(state(), 2000).left(), 7000)
  assert.equal(clockOf(state({ at: SERVER + 2000 }), 2000).left(), 9000)
})

test('a new state replaces the time before it', () => {
  const clock = clockOf(state())
  now = 4000
  clock.take(state({ left: [5000, 8000], at: SERVER + 4000 }), now)
  assert.equal(clock.left(), 8000)
})

test('a game without a clock has none', () => {
  const clock = new ClockModel(0)
  assert.equal(clock.take({ clock: null, control: null }, 0), false)
  assert.equal(clock.control, null)
  assert.equal(clock.isLow(0), false)
  assert.equal(clock.take(state(), 0), true)
})

test('60, 30 and 10 seconds are told once each, soon after they are reached', () => {
  const seconds = told(clockOf(state()), [60_001, 60_000, 59_900, 30_000, 29_000, 10_000, 9_000])
  assert.deepEqual(
    seconds.map((one) => one.seconds),
    [null, 60, null, 30, null, 10, null],
  )
  assert.equal(clockOf(state()).alarms(58_000).seconds, null, 'too late to be true')
  assert.equal(clockOf(state()).alarms(58_001).seconds, 60)
})

test('low time is told once, by days too, where no seconds are', () => {
  const low = (/** @type {ClockModel} */ clock, /** @type {number[]} */ times) =>
    told(clock, times).map((one) => one.low)
  assert.deepEqual(low(clockOf(state()), [10_000, 9999, 9000]), [false, true, false])
  const days = clockOf({ ...state(), control: { days: 3 } })
  assert.deepEqual(told(days, [7_200_000, 30_000, 10_000]), [
    { low: false, seconds: null },
    { low: true, seconds: null },
    { low: false, seconds: null },
  ])
})
