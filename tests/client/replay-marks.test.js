import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainsOf, findMarks } from '../../static/replay/marks.js'

for (const [forced, chains] of /** @type {[string, number[][]][]} */ ([
  ['', []],
  ['..', []],
  ['.x.', []],
  ['.xx.', [[1, 2]]],
  [
    'xx.xxx',
    [
      [0, 1],
      [3, 5],
    ],
  ],
])) {
  test(`the chains of compulsory moves in "${forced}" are ${JSON.stringify(chains)}`, () => {
    assert.deepEqual(chainsOf([...forced].map((sign) => sign === 'x')), chains)
  })
}

test('each move is looked at between the positions around it in the log', async () => {
  /** @type {any} */
  const board = {
    forced: (/** @type {State} */ { ply }) => ply === 3,
    moment: (/** @type {State} */ before, /** @type {State} */ after) =>
      after.ply === 1 ? `${before.ply} to ${after.ply}` : null,
    seen: (/** @type {State} */ before, /** @type {State} */ after) =>
      after.ply === 4 ? `card of ${before.ply}` : null,
  }
  const frame = async (/** @type {number} */ ply) =>
    /** @type {any} */ ({ ply })
  assert.deepEqual(await findMarks(board, [1, 4], frame), {
    forced: [false, true],
    moments: ['0 to 1', null],
    seen: [null, 'card of 3'],
  })
})
