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
import { endedState, rulesOf } from './games.js'
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

test('every finding is a sentence of its own, with the moves between which the game was lost', () => {
  const board = { words: {} }
  const said = (/** @type {any} */ winnable, /** @type {any} */ lost, start = null) =>
    turningText(answer(winnable, lost), board, { start })
  const sentences = [
    ...[said(30, 31), said(27, 31), said(null, 0), said(null, 9), said(null, null)],
    ...[said(0, null), said(7, null), said(40, null), said(null, 0, /** @type {any} */ ('KC/-'))],
  ]
  assert.equal(new Set(sentences).size, 9)
  assert.match(sentences[0], /at move 31: 9H>XC/)
  assert.match(sentences[1], /between moves 28 and 31/)
  assert.match(sentences[3], /move 9 at the latest/)
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
  const rules = rulesOf('x', { seats: ['player'], machine: { levels: 0, abilities: ['winnable'] } })
  const lost = endedState(null, 'lost')
  assert(hasTurning(rules, lost))
  for (const [other, state] of /** @type {[Rules, any][]} */ ([
    [rules, { ...lost, status: 'live', over: null }],
    [rules, { ...lost, over: { winner: 0 } }],
    [rules, { ...lost, game: null }],
    [{ ...rules, machine: { levels: 0, abilities: ['evaluate'] } }, lost],
    [{ ...rules, seats: ['a', 'b'] }, lost],
  ]))
    assert(!hasTurning(other, state))
})
