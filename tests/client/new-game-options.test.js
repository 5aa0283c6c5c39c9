import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tileVariants } from '../../static/pages/lobby/wishes.js'
import { openOptions, withOption } from '../../static/pages/new/options.js'
import { rulesOf } from './games.js'

const game = (/** @type {string} */ id, /** @type {Record<string, string>} */ options) =>
  rulesOf(id, { family: 'sample', options })

const open = game('sample', { deal: 'fixed', rules: 'strict' })
const dealt = game('sample_dealt', { deal: 'random', rules: 'strict' })
const relaxed = game('sample_relaxed', { deal: 'fixed', rules: 'relaxed' })
const both = game('sample_both', { deal: 'random', rules: 'relaxed' })
const whole = [open, dealt, relaxed, both]

test('the options of a family are those of which it has more than one value', () => {
  assert.deepEqual(openOptions(whole), [
    { option: 'deal', values: ['fixed', 'random'] },
    { option: 'rules', values: ['strict', 'relaxed'] },
  ])
  assert.deepEqual(openOptions([open, dealt]), [{ option: 'deal', values: ['fixed', 'random'] }])
  assert.deepEqual(openOptions([open]), [])
})

test('games without options have none to choose', () => {
  assert.deepEqual(openOptions([game('a', {}), game('b', {})]), [])
})

test('another value of one option leaves the others as they are', () => {
  assert.equal(withOption(whole, open, 'deal', 'random').id, dealt.id)
  assert.equal(withOption(whole, relaxed, 'deal', 'random').id, both.id)
  assert.equal(withOption(whole, both, 'rules', 'strict').id, dealt.id)
  assert.equal(withOption(whole, both, 'rules', 'relaxed').id, both.id)
})

test('where there is no game of both values the other option gives way', () => {
  const some = [open, dealt, relaxed]
  assert.equal(withOption(some, relaxed, 'deal', 'random').id, dealt.id)
})

test('a tile offers the variants that differ in the first option alone', () => {
  assert.deepEqual(tileVariants(whole), [open, dealt])
  assert.deepEqual(tileVariants([open]), [open])
})
