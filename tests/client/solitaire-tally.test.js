// Counts beside a solitaire, and in which games the player is warned.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAskedFor, isOfToday } from '../../static/table/solitaire/lost-warning.js'
import { countsOf, playedMs } from '../../static/table/solitaire/tally.js'
import { isWarned, setWarned } from '../../static/table/solitaire/warned-games.js'
import { stateOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()

/** @param {object} [tally] @param {object} [more] */
const state = (tally, more) =>
  stateOf({
    tally: { made: 3, undone: 0, hints: 0, ms: 5000, ...tally },
    told: ['a', 'b', 'c'],
    score: [4],
    received: 1000,
    ...more,
  })
const how = { words: undefined, warned: false, now: 1000 }

test('only the counts that say something are shown', () => {
  assert.deepEqual(countsOf(state(), how), [
    ['made', '3'],
    ['score', '4'],
    ['time', '0:05'],
  ])
  const helped = state({ made: 5, undone: 1, hints: 2 }, { told: ['a'] })
  assert.deepEqual(countsOf(helped, { ...how, words: '4 of 52', warned: true }), [
    ['made', '5'],
    ['undone', '1'],
    ['length', '1'],
    ['hints', '2'],
    ['warned', 'yes'],
    ['score', '4 of 52'],
    ['time', '0:05'],
  ])
  assert.deepEqual(countsOf(state({}, { tally: null }), how), [])
})

test('the time runs in the own game from the first move, and not through a long pause', () => {
  assert.equal(playedMs(state(), 3000), 7000)
  assert.equal(playedMs(state({ made: 0, ms: 0 }), 3000), 0)
  assert.equal(playedMs(state({}, { status: 'ended' }), 3000), 5000)
  assert.equal(playedMs(state({}, { seat: null }), 3000), 5000)
  assert.equal(playedMs(state(), 1000 + 600_000), 5000)
})

test('a warning belongs to the game in which it was asked for', () => {
  setWarned('one', true)
  assert.deepEqual([isWarned('one'), isWarned('two'), isWarned(null)], [true, false, false])
  setWarned('two', true)
  assert.deepEqual([isWarned('one'), isWarned('two')], [true, true])
  setWarned('one', false)
  assert.deepEqual([isWarned('one'), isWarned('two')], [false, true])
  for (let game = 0; game < 20; game++) setWarned(`g${game}`, true)
  assert.deepEqual([isWarned('two'), isWarned('g19')], [false, true])
})

test('a deal of today asks before it warns, others do not', () => {
  assert.equal(isOfToday({ daily: '2026-11-26', deal: null }), true)
  assert.equal(isOfToday({ daily: '2026-11-25', deal: 7 }), false, 'a day of the past is practice')
  assert.equal(isOfToday({ deal: 7 }), false)
})

test('whether a game is lost is asked after an own move that does not show it', () => {
  const before = state({}, { told: ['a', 'b'] })
  assert.equal(isAskedFor(before, state()), true)
  assert.equal(isAskedFor(state(), before), false, 'a move taken back')
  assert.equal(isAskedFor(before, state({}, { seat: null })), false)
  assert.equal(isAskedFor(before, state({}, { status: 'ended' })), false)
  assert.equal(isAskedFor(before, state({}, { view: { stuck: true } })), false)
})
