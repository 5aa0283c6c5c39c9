import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNumber } from '../../static/table/missed.js'

for (const [number, turn, shown] of [
  [1, 0, 1],
  [2, 1, 1],
  [3, 0, 2],
  [28, 1, 14],
  [1, 1, 1], // the second seat began
  [2, 0, 2],
  [3, 1, 2],
]) {
  test(`move ${number}, of seat ${turn}, is number ${shown} of the list`, () => {
    assert.equal(listNumber({ number, turn }), shown)
  })
}
