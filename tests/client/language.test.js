import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choose } from '../../static/core/language.js'

test('the chosen language goes first, then those of the browser, by region or by language alone', () => {
  const there = ['en', 'de', 'pt-BR']
  assert.equal(choose(there, ['de', 'en']), 'de')
  assert.equal(choose(there, ['fr', 'pt-BR', 'en']), 'pt-BR')
  assert.equal(choose(there, ['de-AT', 'en']), 'de')
  assert.equal(choose(there, ['fr']), 'en')
  assert.equal(choose(there, []), 'en')
})
