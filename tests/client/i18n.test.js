import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, blocks, first, knows, t } from '../../static/core/i18n.js'
import { choose } from '../../static/core/language.js'

add({
  greeting: 'Welcome, {name}.',
  moves: '{count, plural, one {# move} other {# moves}}',
  'board.here': 'here',
  'castle.help': [{ h: 'The aim' }],
})

test('parameters are filled in, and those not given stay to be seen', () => {
  assert.equal(t('greeting', { name: 'Ninon' }), 'Welcome, Ninon.')
  assert.equal(t('greeting'), 'Welcome, {name}.')
})

test('a name with braces is shown as it is', () => {
  assert.equal(t('greeting', { name: '{name}' }), 'Welcome, {name}.')
})

test('the count chooses the form, and numbers are written as the language does', () => {
  assert.equal(t('moves', { count: 1 }), '1 move')
  assert.equal(t('moves', { count: 0 }), '0 moves')
  assert.equal(t('moves', { count: 1234 }), '1,234 moves')
})

test('a key that no catalogue has is its own text, and a fault that is reported once', () => {
  /** @type {string[]} */
  const reported = []
  globalThis.reportError = (error) => reported.push(error.message)
  assert.equal(t('no.such.key'), 'no.such.key')
  assert.equal(t('no.such.key'), 'no.such.key')
  assert.deepEqual(reported, ['there is no text no.such.key'])
  assert.equal(knows('no.such.key'), false)
})

test("a game's own text goes before the common one, and the last key stands where none is known", () => {
  assert.equal(first(['castle.greeting', 'board.here']), 'here')
  assert.equal(first(['castle.one', 'castle.two']), 'castle.two')
})

test('a long text is a list of blocks, empty where there is none', () => {
  assert.deepEqual(blocks('castle.help'), [{ h: 'The aim' }])
  assert.deepEqual(blocks('cardmate.help'), [])
  assert.ok(knows('castle.help'))
})

test('the chosen language goes first, then those of the browser, by region or by language alone', () => {
  const there = ['en', 'de', 'pt-BR']
  assert.equal(choose(there, ['de', 'en']), 'de')
  assert.equal(choose(there, ['fr', 'pt-BR', 'en']), 'pt-BR')
  assert.equal(choose(there, ['de-AT', 'en']), 'de')
  assert.equal(choose(there, ['fr']), 'en')
  assert.equal(choose(there, []), 'en')
})
