// When notifications are offered.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { settings } from '../../static/core/settings.js'
import { takeOffer } from '../../static/live/notify.js'
import { noteGame } from '../../static/live/own-games.js'

/** @param {object} changes @returns {any} */
const game = (changes) => ({ status: 'live', rated: false, control: null, over: null, ...changes })
const WON = { winner: 0, reason: 'kings' }
const RATED = game({ status: 'ended', rated: true, over: WON })
const BY_DAYS = game({ control: { days: 2 } })

/** @param {string} permission of the browser */
function browser(permission) {
  Object.defineProperty(globalThis, 'Notification', { configurable: true, value: { permission } })
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { serviceWorker: {} },
  })
}

beforeEach(() => {
  settings.set('notify-offer', /** @type {any} */ (null))
  browser('default')
})

test('nothing is offered before the first rated game has ended or a game by days runs', () => {
  for (const other of [
    game({}),
    game({ rated: true }),
    game({ status: 'ended', over: WON }),
    game({ status: 'ended', rated: true, over: { winner: null, reason: 'aborted' } }),
    game({ status: 'open', control: { days: 2 } }),
    game({ control: { base: 60, increment: 0 } }),
  ])
    noteGame(other)
  assert.equal(takeOffer(), false)
})

for (const [name, played] of /** @type {[string, any][]} */ ([
  ['a rated game', RATED],
  ['a game by days', BY_DAYS],
])) {
  test(`the offer is made once after ${name}, whatever is played later`, () => {
    noteGame(played)
    assert.equal(takeOffer(), true)
    assert.equal(takeOffer(), false)
    noteGame(RATED)
    noteGame(BY_DAYS)
    assert.equal(takeOffer(), false)
  })
}

test('whoever has decided about notifications is not asked', () => {
  noteGame(RATED)
  for (const decided of ['granted', 'denied']) {
    browser(decided)
    assert.equal(takeOffer(), false)
  }
})
