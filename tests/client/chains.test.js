import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chainAt,
  chainJustEnded,
  chainsOf,
  longestChain,
  showsChains,
} from '../../static/table/chains.js'

/** "x": compulsory, ".": not, "?": not known. @param {string} signs */
const moves = (signs) => [...signs].map((sign) => (sign === '?' ? undefined : sign === 'x'))

test('a chain is three compulsory moves or more, known one after the other', () => {
  const found = (/** @type {string} */ forced) =>
    chainsOf(moves(forced)).map(({ first, count }) => `${count} from ${first}`)
  assert.deepEqual(found(''), [])
  assert.deepEqual(found('xx.xx'), [])
  assert.deepEqual(found('.xxx.'), ['3 from 1'])
  assert.deepEqual(found('xx?xxx'), ['3 from 3'])
  assert.deepEqual(found('xxx..xxxxx'), ['3 from 0', '5 from 5'])
})

test('a chain may be shorter where fewer links are asked for', () => {
  assert.deepEqual(chainsOf(moves('xx.x'), 2), [{ first: 0, count: 2 }])
})

test('of two chains that are equally long the last one is the longest', () => {
  const found = longestChain(moves('xxxx.xxx.xxxx'))
  assert.deepEqual(found, { first: 9, count: 4 })
  assert.equal(longestChain(moves('xx.xx')), null)
})

test('a chain has just ended for the move that ends it and one more, once the next is known', () => {
  for (const [forced, made, ended] of /** @type {const} */ ([
    ['.xxx.', 4, true],
    ['.xxx..', 5, true],
    ['.xxx...', 6, false],
    ['.xxxx', 4, false],
    ['.xxx', 4, false],
    ['..xx.', 4, false],
  ]))
    assert.deepEqual(chainJustEnded(moves(forced), made), ended ? { first: 1, count: 3 } : null)
})

test('the chain of a link is found from any entry before its first move', () => {
  const forced = [false, true, true, true]
  const plies = [1, 4, 5, 6] // an offer and its answer stand before the chain
  const found = [0, 1, 2, 3, 4].map((ply) => chainAt(forced, plies, ply))
  const chain = { first: 1, count: 3 }
  assert.deepEqual(found, [null, chain, chain, chain, null])
})

test('no chain is played again while a clock runs by seconds', () => {
  const shown = (/** @type {State['status']} */ status, /** @type {State['control']} */ control) =>
    showsChains({ status, control })
  assert.equal(shown('live', { base: 300, increment: 5 }), false)
  assert.equal(shown('ended', { base: 300, increment: 5 }), true)
  assert.equal(shown('live', { days: 3 }), true)
  assert.equal(shown('live', null), true)
})
