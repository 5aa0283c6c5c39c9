// Where a solitaire was lost: what is said of it, the stretches of the slider, the squares of a shared result.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stretches, verdictOfPly } from '../../static/table/replay/turning.js'
import { hasTurning } from '../../static/table/solitaire/has-turning.js'
import {
  sharedTurning,
  sharedTurningOf,
  turningText,
} from '../../static/table/solitaire/turning.js'
import { addTexts } from './texts.js'

addTexts()

/** What the server answers. @param {number | null} winnable @param {number | null} lost */
const answer = (winnable, lost, moves = 40) => ({
  moves,
  winnable,
  lost,
  start: /** @type {const} */ ('unknown'),
  told: winnable !== null && lost === winnable + 1 ? '9H>XC' : null,
  ply: winnable === null ? null : winnable + 2, // two entries are no moves in effect
  lost_ply: lost === null ? null : lost && lost + 2,
  line: [],
  values: [],
})

test('every finding is a sentence of its own', () => {
  const board = { words: {} }
  const dealt = { start: null }
  for (const [winnable, lost, sentence] of /** @type {const} */ ([
    [30, 31, 'It was lost at move 31: 9H>XC.'],
    [27, 31, 'It was lost between moves 28 and 31.'],
    [null, 0, 'This deal could not be won.'],
    [40, null, 'It could still be won at the end.'],
    [
      null,
      9,
      'It was lost by move 9 at the latest. It is not known whether it could be won before that.',
    ],
    [0, null, 'It could be won after the deal. It is not known whether it could be won later.'],
    [7, null, 'It could be won after 7 moves. It is not known whether it could be won later.'],
    [null, null, 'It is not known whether this game could be won.'],
  ]))
    assert.equal(turningText(answer(winnable, lost), board, dealt), sentence)
  assert.equal(
    turningText(answer(null, 0), board, { start: 'KC/-' }),
    'The position at the start could not be won.',
  )
})

test('the stretches fill the slider without a gap, and agree with the verdict of each place', () => {
  const [moves, end] = [40, 43]
  const bounds = [null, 0, 1, 20, 39, 40]
  for (const winnable of bounds)
    for (const lost of bounds) {
      if (winnable !== null && lost !== null && lost <= winnable) continue
      const turning = answer(winnable, lost, moves)
      const parts = stretches(turning, end)
      const where = `${winnable} ${lost}`
      assert.equal(parts[0].from, 0, where)
      assert.equal(parts.at(-1)?.to, end, where)
      for (const [index, part] of parts.entries()) {
        if (index) assert.equal(part.from, parts[index - 1].to, where)
        const inside = Math.floor((part.from + 1 + part.to) / 2)
        assert.equal(verdictOfPly(turning, inside), part.verdict, where)
      }
      const unknown = parts.some(({ verdict }) => verdict === 'unknown')
      if (winnable !== null && lost === winnable + 1) assert(!unknown, where)
      if (winnable === moves) assert(!unknown, where)
    }
})

test('a shared result shows the course of the game, and reveals of no deal that it could not be won', () => {
  for (const [turning, text] of /** @type {const} */ ([
    [answer(30, 31), '🟩🟩🟩🟩🟩🟩🟩🟥🟥🟥 lost at move 31 of 40'],
    [answer(20, 31), '🟩🟩🟩🟩🟩🟨🟨🟥🟥🟥 lost between moves 21 and 31 of 40'],
    [answer(1, 2, 3), '🟩🟩🟥🟥 lost at move 2 of 3'],
    [answer(null, 0), ''],
    [answer(null, null), ''],
    [answer(40, null), ''],
  ]))
    assert.equal(sharedTurning(turning), text)
  assert.equal(sharedTurningOf('nobody has asked'), '')
})

test('only a lost solitaire of rules that can tell has a turning point', () => {
  /** @type {any} */
  const rules = { seats: ['player'], machine: { abilities: ['hint', 'winnable'] } }
  /** @type {any} */
  const lost = { status: 'ended', game: 'x', over: { winner: null } }
  assert(hasTurning(rules, lost))
  for (const [other, state] of [
    [rules, { ...lost, status: 'live', over: null }],
    [rules, { ...lost, over: { winner: 0 } }],
    [rules, { ...lost, game: null }],
    [{ ...rules, machine: { abilities: ['hint', 'evaluate'] } }, lost],
    [{ ...rules, seats: ['a', 'b'] }, lost],
  ])
    assert(!hasTurning(other, state))
})
