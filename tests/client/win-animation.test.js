// The way of each card in the finale of a won game: it begins and ends at home, and stays on the table.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { journey } from '../../static/board/win-animation.js'
import fc from './properties.js'

const someTable = fc.record({
  width: fc.integer({ min: 300, max: 1500 }),
  height: fc.integer({ min: 340, max: 1100 }),
  wide: fc.integer({ min: 34, max: 170 }),
  index: fc.nat(51),
})

test('a card starts at home, stays on the table, and comes home', () => {
  fc.assert(
    fc.property(someTable, ({ width, height, wide, index }) => {
      const card = /** @type {[number, number]} */ ([wide, 1.4 * wide])
      const start = { x: width - wide, y: 0.7 * wide }
      const table = { width, height, card, length: 3000 }
      const { poses, offsets } = journey(start, index, 52, table)
      const home = { ...start, turn: 0, scale: 1 }
      assert.deepEqual([poses[0], poses.at(-1)], [home, home])
      assert.deepEqual([offsets[0], offsets.at(-1)], [0, 1])
      assert.deepEqual(offsets, [...offsets].sort())
      assert.equal(poses.length, offsets.length)
      for (const { x, y } of poses) {
        assert.ok(x >= 0 && x <= width)
        assert.ok(y <= height)
      }
    }),
  )
})
