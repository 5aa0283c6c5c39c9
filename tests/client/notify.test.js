// When notifications are offered.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { settings } from '../../static/core/settings.js'
import { takeOffer } from '../../static/live/notify.js'
import { noteGame } from '../../static/live/own-games.js'
import { endedState, stateOf } from './games.js'

const RATED = endedState(0, 'kings', { rated: true })
const BY_DAYS = stateOf({ control: { days: 2 } })

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
    stateOf(),
    stateOf({ rated: true }),
    endedState(0, 'kings'),
    endedState(null, 'aborted', { rated: true }),
    stateOf({ status: 'open', control: { days: 2 } }),
    stateOf({ control: { base: 60, increment: 0 } }),
  ])
    noteGame(other)
  assert.equal(takeOffer(), false)
})

test('the offer is made once after a rated game or a game by days, whatever is played later', () => {
  for (const played of [RATED, BY_DAYS]) {
    settings.set('notify-offer', /** @type {any} */ (null))
    noteGame(played)
    assert.equal(takeOffer(), true)
    assert.equal(takeOffer(), false)
    noteGame(RATED)
    noteGame(BY_DAYS)
    assert.equal(takeOffer(), false)
  }
})

test('whoever has decided about notifications is not asked', () => {
  noteGame(RATED)
  for (const decided of ['granted', 'denied']) {
    browser(decided)
    assert.equal(takeOffer(), false)
  }
})
