import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTold, listNumber } from '../../static/table/missed.js'

test('a move has the number of its row in the list, whichever seat began', () => {
  for (const [number, turn, shown] of [
    [1, 0, 1],
    [2, 1, 1],
    [3, 0, 2],
    [28, 1, 14],
    [1, 1, 1], // the second seat began
    [2, 0, 2],
    [3, 1, 2],
  ])
    assert.equal(listNumber({ number, turn }), shown)
})

test("the bot's missed win is not told to the person who won against it", () => {
  const told = (/** @type {any} */ opponent, /** @type {number | null} */ winner) =>
    [0, 1].map((turn) =>
      isTold(/** @type {any} */ ({ over: { winner }, seat: 0, players: [{}, opponent] }), { turn }),
    )
  assert.deepEqual(told({ bot: 1 }, 0), [true, false])
  assert.deepEqual(told({ bot: 1 }, 1), [true, true])
  assert.deepEqual(told({}, 0), [true, true], 'a person may be told of')
  assert.equal(isTold(/** @type {any} */ ({ over: null, seat: 0, players: [] }), null), false)
})
