// The pace of automatic play: what the device and the network take is part of it.

import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { settings } from '../../static/core/settings.js'
import { Autoplay } from '../../static/table/solitaire/autoplay.js'

const PACE = 60 // ms
let now = 0
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) })
mock.method(performance, 'now', () => now)

/** @param {number} ms */
const pass = (ms) => {
  now += ms
  mock.timers.tick(ms)
}

/** @type {number[]} */
let sent = []
/** @type {boolean[]} by move, whether the player asked for automatic play */
let asked = []
const live = /** @type {State} */ ({ status: 'live' })
/** @param {{ move?: string | null, all?: boolean[], sends?: boolean }} [how] `all` gets whether all cards may go */
const make = ({ move = 'r1 f', all = [], sends = true } = {}) =>
  new Autoplay(
    (_, how) => {
      asked.push(how.asked)
      all.push(how.all)
      return move
    },
    () => {
      sent.push(now)
      return sends
    },
    () => PACE,
  )

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
  now = 1000
  sent = []
  asked = []
  settings.set('auto', 'off')
})

test('the pace counts from when a move was sent, not from when it was drawn', () => {
  const auto = make()
  auto.start(live)
  pass(45) // the server's answer
  auto.onState(live)
  pass(15)
  assert.deepEqual(sent, [1000, 1060])
  assert.deepEqual(asked, [true, true])
})

test('after a slow answer the next move goes at once', () => {
  const auto = make()
  auto.start(live)
  pass(400)
  auto.onState(live)
  pass(0)
  assert.deepEqual(sent, [1000, 1400])
})

test('after a move of the player the first automatic one keeps its distance', () => {
  settings.set('auto', 'all')
  const auto = make()
  auto.onOwnMove()
  pass(20)
  auto.onState(live)
  pass(39)
  assert.deepEqual(sent, [])
  pass(1)
  assert.deepEqual(sent, [1060])
  assert.deepEqual(asked, [false])
})

test('what the player does meanwhile ends it', () => {
  const auto = make()
  auto.start(live)
  pass(10)
  auto.onState(live)
  auto.stop()
  pass(400)
  assert.deepEqual(sent, [1000])
})

test('it goes by the chosen mode after a move of the player, and not at all where it is off', () => {
  /** @type {[mode: string, all: boolean[]][]} */
  const modes = [
    ['off', []],
    ['nonsense', []],
    ['safe', [false]],
    ['all', [true]],
  ]
  for (const [mode, expected] of modes) {
    settings.set('auto', mode)
    /** @type {boolean[]} */
    const all = []
    const auto = make({ move: null, all })
    auto.onState(live) // not after an undo or a move of somebody else
    pass(400)
    assert.deepEqual(all, [], mode)
    auto.onOwnMove()
    auto.onState(live)
    pass(400)
    assert.deepEqual(all, expected, mode)
    assert.equal(auto.running, false)
    settings.set('auto', 'all')
    auto.onState(live) // that move is over
    pass(400)
    assert.deepEqual(all, expected, mode)
  }
})

test('it ends with the game, without a next move, and where a move cannot be sent', () => {
  assert.equal(make({ move: null }).start(live), false)
  const barred = make({ sends: false })
  assert.equal(barred.start(live), false)
  assert.equal(barred.running, false)
  sent = []
  const auto = make()
  assert.equal(auto.start(live), true)
  auto.onState(/** @type {State} */ ({ status: 'ended' }))
  pass(400)
  assert.equal(auto.running, false)
  assert.equal(sent.length, 1)
})
