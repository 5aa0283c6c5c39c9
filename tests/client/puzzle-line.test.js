import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answered,
  begin,
  found,
  retried,
  sentenceKey,
  shown,
} from '../../static/table/puzzles/line.js'

const REPLY = /** @type {[string, string]} */ (['r1', 'R1'])
const RIGHT = { right: true, reply: REPLY, done: false, refutation: [] }
const LAST = { right: true, reply: null, done: true, refutation: [] }
/** @type {Parameters<typeof answered>[2]} */
const WRONG = { right: false, refutation: [REPLY, ['x2', 'X2']] }

test('a right move and the reply are kept, and the last one ends the puzzle', () => {
  const second = answered(begin(), 'm1', RIGHT)
  assert.deepEqual(second.moves, ['m1', 'r1'])
  assert.deepEqual([second.phase, found(second)], ['open', 1])
  const done = answered(second, 'm2', LAST)
  assert.deepEqual(shown(done), ['m1', 'r1', 'm2'])
  assert.deepEqual([done.phase, done.tries, found(done)], ['done', 0, 2])
})

test('a slower win ends the puzzle, and is called neither wrong nor the last move', () => {
  const slower = { ...LAST, slower: true }
  const done = answered(begin(), 'm1', slower)
  assert.deepEqual([shown(done), done.phase, done.tries], [['m1'], 'done', 0])
  assert.equal(sentenceKey(done, slower, false), 'puzzle.slower')
  assert.equal(sentenceKey(done, LAST, false), 'puzzle.done')
  assert.equal(sentenceKey(done, WRONG, false), 'puzzle.refuted')
})

test('a reply that ends the game is shown after the last move', () => {
  const done = answered(begin(), 'm1', { ...LAST, reply: REPLY })
  assert.deepEqual([shown(done), done.phase, found(done)], [['m1', 'r1'], 'done', 1])
})

test('a wrong move is shown with its refutation until it is taken back', () => {
  const second = answered(begin(), 'm1', RIGHT)
  const wrong = answered(second, 'w2', WRONG)
  assert.deepEqual(shown(wrong), ['m1', 'r1', 'w2', 'r1', 'x2'])
  assert.deepEqual([wrong.phase, wrong.tries], ['refuted', 1])
  const again = retried(wrong)
  assert.deepEqual(shown(again), ['m1', 'r1'])
  assert.deepEqual([again.phase, again.tries], ['open', 1])
})

test('a wrong move without a refutation leaves the puzzle as it was, but for the count', () => {
  assert.deepEqual(answered(begin(), 'w', { right: false }), { ...begin(), tries: 1 })
})

test('an answer that tells no line, as for a missed win, ends the puzzle', () => {
  assert.equal(answered(begin(), 'm', { right: true }).phase, 'done')
})
