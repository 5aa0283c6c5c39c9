import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMarks } from '../../static/table/replay/marks.js'

test('each move is looked at between the positions around it in the log', async () => {
  /** @type {any} */
  const board = {
    forced: (/** @type {State} */ { ply }) => ply === 3,
    words: {
      moment: (/** @type {State} */ before, /** @type {State} */ after) =>
        after.ply === 1 ? `${before.ply} to ${after.ply}` : null,
      seen: (/** @type {State} */ before, /** @type {State} */ after) =>
        after.ply === 4 ? `card of ${before.ply}` : null,
    },
  }
  const frame = async (/** @type {number} */ ply) => /** @type {any} */ ({ ply })
  assert.deepEqual(await findMarks(board, [1, 4], frame), {
    forced: [false, true],
    moments: ['0 to 1', null],
    seen: [null, 'card of 3'],
  })
})
