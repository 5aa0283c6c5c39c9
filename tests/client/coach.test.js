// Hints for a first game at each side.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { settings } from '../../static/core/settings.js'
import { coachLine } from '../../static/table/live/coach.js'
import { rulesOf, stateOf } from './games.js'

const DUEL = rulesOf('duel', {})
const ALONE = rulesOf('alone', { seats: ['player'] })
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

/** The hints of one table, by state. @param {Rules} rules */
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
  /** The hint, '' without one. @param {number} seat of the player @param {number} made */
  const hint = (seat, made) => {
    const turn = made % rules.seats.length
    coach.show(stateOf({ seat, turn, told: Array(made).fill('x') }))
    return coach.hints ? shown.props.children[0].props.children : ''
  }
  const understood = () => shown.props.children[2].props.onClick()
  return Object.assign(hint, { understood })
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

test('a hint that was understood is not shown again, nor are the next ones', () => {
  const hint = table(DUEL)
  assert.equal(hint(0, 0), '0 0')
  hint.understood()
  assert.deepEqual([hint(0, 0), hint(0, 2), table(DUEL)(0, 0)], ['', '', ''])
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
