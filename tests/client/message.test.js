import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, parse } from '../../static/core/message.js'
import fc from './properties.js'

const english = new Intl.PluralRules('en')
const ordinal = new Intl.PluralRules('en', { type: 'ordinal' })
const language = {
  number: (/** @type {number} */ value) => value.toLocaleString('en'),
  plural: (/** @type {number} */ value) => english.select(value),
  ordinal: (/** @type {number} */ value) => ordinal.select(value),
  isolate: (/** @type {string} */ value) => value,
}
const write = (/** @type {string} */ text, /** @type {Params} */ params = {}) =>
  format(parse(text), params, language)

test('a plural takes the branch of the exact number, else of its category, and # is the number', () => {
  const text = '{left, plural, =0 {No card} one {# card} other {# cards}} of {all}'
  assert.equal(write(text, { left: 0, all: 52 }), 'No card of 52')
  assert.equal(write(text, { left: 1, all: 52 }), '1 card of 52')
  assert.equal(write(text, { left: 1200, all: 52 }), '1,200 cards of 52')
})

test('a choice stands inside another, and # belongs to the plural around it', () => {
  const text =
    '{who, select, you {You have {n, plural, one {# try} other {# tries}}} other {{name} has {n, plural, one {one} other {#}}}}.'
  assert.equal(write(text, { who: 'you', n: 1 }), 'You have 1 try.')
  assert.equal(write(text, { who: 'they', n: 3, name: 'Ninon' }), 'Ninon has 3.')
})

test('an ordinal number takes its own categories', () => {
  const text = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'
  const places = [1, 2, 3, 4, 11, 21].map((n) => write(text, { n }))
  assert.deepEqual(places, ['1st', '2nd', '3rd', '4th', '11th', '21st'])
})

test('what is unreadable is refused with its place', () => {
  for (const [text, why] of [
    ['a } b', 'unexpected } at 2'],
    ['{n', 'missing } at 2'],
    ['{n, plural, one {x}}', 'the branch "other" is missing'],
    ['{}', 'a name is missing at 1'],
    ['{n, plural, other {x', 'missing }'],
  ])
    assert.throws(
      () => parse(text),
      (error) => error instanceof SyntaxError && error.message.includes(why),
      text,
    )
})

test('neither a parameter nor a text without braces is read as a message', () => {
  const plain = fc.string().filter((text) => !/[{}]/.test(text))
  fc.assert(
    fc.property(fc.string(), plain, (value, text) => {
      assert.equal(write('#{name}#', { name: value }), `#${value}#`)
      assert.equal(write(text), text)
    }),
  )
})

test('words and notation keep their direction in a language of the other one', () => {
  const mirrored = { ...language, isolate: (/** @type {string} */ s) => `<${s}>` }
  const told = parse('{name}: {move} ({n})')
  assert.equal(format(told, { name: 'Ann', move: 'e2♦5', n: 3 }, mirrored), '<Ann>: <e2♦5> (3)')
})
