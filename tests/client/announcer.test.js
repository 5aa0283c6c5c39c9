// Sentences for screen readers in the live regions.

import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { alert, forgetSentences, readAs, say } from '../../static/core/announcer.js'

const SPACE = '\u00a0' // makes a repeated sentence another text
let now = 0
/** @type {Record<string, { textContent: string }>} */
let regions = {}
/** @type {Map<string, () => void>} */
const listeners = new Map()
mock.method(performance, 'now', () => now)
Object.assign(globalThis, {
  document: { getElementById: (/** @type {string} */ id) => regions[id] },
  addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) =>
    listeners.set(type, listener),
})

/** The polite region after a sentence. @param {string} sentence */
function heard(sentence) {
  say(sentence)
  return regions.live.textContent
}

beforeEach(() => {
  now += 1000
  regions = { live: { textContent: '' }, alert: { textContent: '' } }
  readAs((text) => text)
})

test('sentences that come shortly after one another stand together', () => {
  heard('The connection is back.')
  now += 149
  assert.equal(heard('E4 was played.'), 'The connection is back. E4 was played.')
  now += 1
  assert.equal(heard('Another move.'), 'Another move.')
})

test('a repeated sentence is another text each time', () => {
  const texts = [1, 2, 3].map(() => {
    now += 1000
    return heard('No.')
  })
  assert.deepEqual(texts, ['No.', `No.${SPACE}`, 'No.'])
})

test('the answer to a key or a press stands alone', () => {
  heard('Ann joined.')
  for (const act of ['keydown', 'pointerdown']) {
    listeners.get(act)?.()
    assert.equal(heard(act), act)
  }
})

test('the two regions are apart, and a sentence is read as the board reads it', () => {
  readAs((text) => text.replace('–', ' to '))
  say('A1–a2.')
  alert('Your move')
  assert.equal(regions.live.textContent, 'A1 to a2.')
  assert.equal(regions.alert.textContent, 'Your move')
})

test('what was said in one game is forgotten in the next', () => {
  say('You won.')
  alert('You want a rematch.')
  forgetSentences()
  assert.deepEqual([regions.live.textContent, regions.alert.textContent], ['', ''])
  say('It begins.')
  alert('Your move')
  const heard = [regions.live.textContent, regions.alert.textContent]
  assert.deepEqual(heard, ['It begins.', 'Your move'], 'nothing is joined to what was forgotten')
})
