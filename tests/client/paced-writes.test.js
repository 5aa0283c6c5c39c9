// The pace of a replay's address: at most 50 writes in any 30 s while the reader goes on.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { PacedWrites } from '../../static/table/replay/paced-writes.js'

test('a write counts from when it is done, also one that waited until the reader stopped', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  mock.method(performance, 'now', () => now)
  const pass = (/** @type {number} */ ms) => {
    now += ms
    mock.timers.tick(ms)
  }
  /** @type {number[]} */
  const written = []
  const writes = new PacedWrites(() => written.push(now))
  for (let change = 0; change < 60; change += 1) writes.change()
  assert.equal(written.length, 50)
  pass(700)
  assert.deepEqual(written.slice(50), [700])
  pass(29_800) // the first 50 are older than 30 s, the one that waited is not
  for (let change = 0; change < 60; change += 1) writes.change()
  assert.equal(written.filter((time) => time > 500).length, 50)
  writes.change()
  writes.leave()
  pass(700)
  assert.equal(written.filter((time) => time > 500).length, 50)
})
