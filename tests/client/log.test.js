import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movePlies } from '../../static/table/log.js'
import fc from './properties.js'

/** @typedef {[number, number | null, string, string, number]} Entry */

/** A log of these acts: 'move', 'undo', 'offer', 'accept takeback 2' ...
 * @param {string[]} acts
 * @returns {Entry[]} */
const log = (acts) =>
  acts.map((text, ply) => {
    const [act, ...rest] = text.split(' ')
    return [ply, 0, act, rest.join(' '), 0]
  })

test('the moves in effect stand after the plies of those that were not taken back', () => {
  for (const [acts, plies] of /** @type {[string, number[]][]} */ ([
    ['move, offer draw, decline draw, move', [1, 4]],
    ['move, move, offer takeback, accept takeback 2, move', [5]],
    ['move, offer draw, accept draw', [1]],
    ['move, resign', [1]],
  ]))
    assert.deepEqual(movePlies(log(acts.split(', '))), plies)
})

test('every ply of the list is after a move that was made and not undone, in order', () => {
  const act = fc.constantFrom('move', 'undo', 'redo', 'offer draw')
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (wanted) => {
      /** @type {string[]} */
      const acts = []
      /** @type {number[]} */
      let made = []
      /** @type {number[]} */
      let undone = []
      for (const next of wanted) {
        if (next === 'undo' && !made.length) continue
        if (next === 'redo' && !undone.length) continue
        acts.push(next)
        if (next === 'move') {
          made = [...made, acts.length]
          undone = []
        }
        if (next === 'undo') {
          undone = [...undone, made[made.length - 1]]
          made = made.slice(0, -1)
        }
        if (next === 'redo') {
          made = [...made, undone[undone.length - 1]]
          undone = undone.slice(0, -1)
        }
      }
      assert.deepEqual(movePlies(log(acts)), made)
    }),
  )
})
