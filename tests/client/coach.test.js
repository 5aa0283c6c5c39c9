// Hints for a first game at each side.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { settings } from '../../static/core/settings.js'
import { coachLine } from '../../static/table/live/coach.js'

/** @type {any} */
const DUEL = { id: 'duel', family: 'duel', seats: ['light', 'dark'] }
/** @type {any} */
const ALONE = { id: 'alone', family: 'alone', seats: ['player'] }
/** @type {any} */
const board = {
  words: {
    coach: (/** @type {any} */ _, /** @type {number} */ seat, /** @type {number} */ step) =>
      `${seat} ${step}`,
  },
}

beforeEach(() => {
  for (const side of ['coach.duel.0', 'coach.duel.1', 'coach.alone']) settings.set(side, '')
})

/** The hints of one table, by state. @param {any} rules */
function table(rules) {
  /** @type {any} */
  let shown = null
  const strip = {
    notice: (/** @type {any} */ notice) => {
      shown = notice
    },
    notices: (/** @type {any} */ notice) => notice === shown,
  }
  const coach = coachLine(rules, board, strip, () => {})
  const players = rules.seats.map((/** @type {string} */ id) => ({ id, name: id }))
  /** The hint, '' without one. @param {number} seat of the player @param {number} made */
  return (seat, made) => {
    const turn = made % rules.seats.length
    /** @type {any} */
    const state = { status: 'live', seat, turn, players, told: Array(made).fill('x'), view: {} }
    coach.show(state)
    return coach.hints ? shown.props.children[0].props.children : ''
  }
}

test('each side has a hint before its first three moves, also the one that moves second', () => {
  const [first, second] = [table(DUEL), table(DUEL)]
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((made) => first(0, made)),
    ['0 0', '', '0 1', '', '0 2', '', ''],
  )
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((made) => second(1, made)),
    ['', '1 0', '', '1 1', '', '1 2', '', ''],
  )
})

test('a side that was coached is not coached again, but the other one is', () => {
  const first = table(DUEL)
  for (let made = 0; made < 7; made += 1) first(0, made)
  assert.equal(table(DUEL)(0, 0), '')
  assert.equal(table(DUEL)(1, 1), '1 0', 'after a change of sides')
})

test('a game that is opened in the middle neither coaches nor counts as a first game', () => {
  assert.equal(table(DUEL)(0, 8), '')
  assert.equal(table(DUEL)(0, 0), '0 0')
})

test('a solitaire has one hint, which goes after the first move', () => {
  const hint = table(ALONE)
  assert.deepEqual([hint(0, 0), hint(0, 1)], ['0 0', ''])
  assert.equal(table(ALONE)(0, 0), '')
})
