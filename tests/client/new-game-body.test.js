// Request of the form of a new game, from the values of its fields.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../static/core/http.js'
import { bodyOf, explained } from '../../static/pages/new/body.js'
import { clockIn } from '../../static/pages/new/clock-field.js'
import { addTexts } from './texts.js'

addTexts()

/** @type {any} */
const rules = {
  id: 'sample',
  family: 'sample',
  presets: [{ base: 600, increment: 5 }],
  daily: true,
  machine: { levels: 3, abilities: [] },
}
const person = { who: 'person', to: ' Ann ', seat: '1', clock: 'none', rated: 'no' }

test('an opponent, a side and a clock make a game for two', () => {
  assert.deepEqual(bodyOf({ who: 'screen' }, rules), { rules: 'sample', seat: 'both' })
  assert.deepEqual(bodyOf(person, rules), { rules: 'sample', seat: 1, public: false, to: 'Ann' })
  assert.deepEqual(bodyOf({ ...person, who: 'public', clock: '600+5', rated: 'yes' }, rules), {
    rules: 'sample',
    seat: 1,
    public: true,
    rated: true,
    clock: { base: 600, increment: 5 },
  })
  assert.deepEqual(
    bodyOf({ ...person, clock: 'own', minutes: '0.5', increment: '2' }, rules).clock,
    { base: 30, increment: 2 },
  )
  assert.deepEqual(bodyOf({ who: 'teacher', seat: 'random', level: '2' }, rules), {
    rules: 'sample',
    seat: 'random',
    bot: { level: 2, teach: true },
  })
})

test('a deal, a position or a difficulty begins the game, a deal before a difficulty', () => {
  const proved = { ...rules, machine: { levels: 0, abilities: ['winnable'] } }
  assert.equal(bodyOf({ deal: 'daily', difficulty: 'easy' }, proved).deal, 'daily')
  assert.equal(bodyOf({ deal: '7' }, proved).deal, 7)
  assert.deepEqual(bodyOf({ deal: '', difficulty: '' }, proved), {
    rules: 'sample',
    deal: 'winnable',
  })
  assert.deepEqual(bodyOf({ deal: '', difficulty: 'hard' }, proved), {
    rules: 'sample',
    deal: 'winnable',
    difficulty: 'hard',
  })
  assert.deepEqual(bodyOf({ deal: '' }, rules), { rules: 'sample' }, 'nothing can be proved')
  assert.equal(bodyOf({ position: ' abc ' }, proved).position, 'abc')
})

test('an invalid field is named', () => {
  for (const [values, field] of /** @type {[Record<string, string>, string][]} */ ([
    [{ ...person, to: ' ' }, 'to'],
    [{ ...person, clock: 'own', minutes: '0', increment: '0' }, 'minutes'],
    [{ ...person, clock: 'own', minutes: '5', increment: '1.5' }, 'increment'],
    [{ ...person, clock: 'days', days: '15' }, 'days'],
    [{ deal: 'x' }, 'deal'],
    [{ deal: '4294967296' }, 'deal'],
    [{ deal: '7', position: 'abc' }, 'position'],
    [{ ...person, rated: 'yes', position: 'abc' }, 'position'],
  ]))
    assert.throws(() => bodyOf(values, rules), { field }, JSON.stringify(values))
})

test('a refusal is told at the field that it concerns, else at the end of the form', () => {
  const fieldOf = (/** @type {Refusal} */ refusal, /** @type {Record<string, string>} */ values) =>
    /** @type {{ field: string }} */ (explained(refusal, values)).field
  assert.equal(
    fieldOf(new Refusal(422, 'bad', { field: 'position', message: 'm' }), {}),
    'position',
  )
  assert.equal(fieldOf(new Refusal(422, 'bad', { field: 'deal' }), {}), 'deal')
  for (const [code, said] of /** @type {const} */ ([
    ['not_found', /^No player is called/],
    ['blocked', /^You cannot challenge/],
  ])) {
    const refused = explained(new Refusal(404, code), { who: 'person', to: 'Ann' })
    const { field, message } = /** @type {Error & { field: string }} */ (refused)
    assert.equal(field, 'to')
    assert.match(message, said)
  }
  assert.equal(fieldOf(new Refusal(0, 'offline'), { who: 'public' }), '')
  const fault = new TypeError('ours')
  assert.equal(explained(fault, {}), fault)
})

test('an address names a clock: a preset, another one, or days', () => {
  const clock = (/** @type {string} */ query) => clockIn(new URLSearchParams(query), rules)
  const none = { clock: 'none', minutes: '10', increment: '5', days: '2' }
  assert.deepEqual(clock(''), none)
  assert.deepEqual(clock('clock=nonsense'), none)
  assert.deepEqual(clock('clock=600%2B5'), { ...none, clock: '600+5' })
  assert.deepEqual(clock('clock=420%2B7'), { ...none, clock: 'own', minutes: '7', increment: '7' })
  assert.deepEqual(clock('days=3'), { ...none, clock: 'days', days: '3' })
})
