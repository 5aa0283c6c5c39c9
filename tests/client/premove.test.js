import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Picks } from '../../static/board/picks.js'
import { settings } from '../../static/core/settings.js'
import { fateOf, mayPremove } from '../../static/table/live/premove.js'
import { ANN, stateOf } from './games.js'

/** Ann's game while Ben is to move, after two moves. @param {object} [changes] */
const state = (changes) => stateOf({ turn: 1, told: ['x', 'y'], ...changes })

test('a move may be chosen in advance by a player whose opponent is to move', () => {
  assert.equal(mayPremove(state()), true)
  assert.equal(mayPremove(state({ turn: 0 })), false)
  assert.equal(mayPremove(state({ seat: null })), false)
  assert.equal(mayPremove(state({ status: 'open', turn: null })), false)
  assert.equal(mayPremove(state({ players: [ANN, ANN] })), false)
})

test('on the turn it is played if it is legal, begun if a choice is left, else dropped', () => {
  /** @type {[string, string][]} */
  const legal = [
    ['c3 c4', 'c4'],
    ['e5 e6 A', 'e6=A'],
    ['e5 e6 1', 'e6'],
  ]
  const turn = state({ turn: 0, told: ['x', 'y', 'z'], legal })
  assert.equal(fateOf({ move: 'c3 c4', made: 2 }, turn), 'play')
  assert.equal(fateOf({ move: 'e5 e6', made: 2 }, turn), 'begin')
  assert.equal(fateOf({ move: 'c3 d4', made: 2 }, turn), 'drop')
})

test('it waits for the turn, and goes with the end of the game, a takeback, or all that hides it', () => {
  const premove = { move: 'c3 c4', made: 2 }
  assert.equal(fateOf(premove, state()), null)
  assert.equal(fateOf(premove, state({ told: ['x'] })), 'gone')
  assert.equal(fateOf(premove, state({ status: 'ended' })), 'gone')
  assert.equal(fateOf(premove, state({ warning: {} })), 'off')
  settings.set('premove', 'off')
  assert.equal(fateOf(premove, state()), 'off')
  settings.set('premove', 'on')
})

test('a move for the next turn is taken back by pointing anywhere, and another may follow', () => {
  const picks = new Picks()
  /** @type {string[]} */
  const moves = []
  let recalled = 0
  picks.onmove = (move) => moves.push(move)
  picks.onrecall = () => {
    recalled += 1
  }
  /** @type {[string, string][]} */
  const some = [
    ['a b', ''],
    ['a c', ''],
  ]
  picks.set(some, { ahead: true })
  picks.point('a')
  picks.point('b')
  picks.set(some, { ahead: true, pending: 'a b' })
  assert.deepEqual(picks.words, ['a', 'b'])
  assert.equal(picks.point('c'), true)
  assert.deepEqual([picks.words, picks.pending, recalled], [[], null, 1])
  assert.equal(picks.play('a c'), true)
  assert.deepEqual(moves, ['a b', 'a c'])
})

test('a move that was sent is not taken back by pointing', () => {
  const picks = new Picks()
  picks.set([['a b', '']], { pending: 'a b' })
  assert.equal(picks.recall(), false)
  assert.equal(picks.point('a'), false)
  assert.equal(picks.pending, 'a b')
})
