import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SENTENCES } from '../../static/core/fallback.js'
import { choose } from '../../static/core/language.js'

test('the sentences for when no catalogue comes are those of the catalogue', () => {
  const url = new URL('../../static/lang/en.json', import.meta.url)
  const catalogue = JSON.parse(readFileSync(url, 'utf8'))
  for (const [key, text] of Object.entries(SENTENCES))
    assert.equal(text, catalogue[key], key)
})

test('the chosen language goes first, then those of the browser, by region or by language alone', () => {
  const there = ['en', 'de', 'pt-BR']
  assert.equal(choose(there, ['de', 'en']), 'de')
  assert.equal(choose(there, ['fr', 'pt-BR', 'en']), 'pt-BR')
  assert.equal(choose(there, ['de-AT', 'en']), 'de')
  assert.equal(choose(there, ['fr']), 'en')
  assert.equal(choose(there, []), 'en')
})
