// Badges: which there are, and what they are called.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import { badgeIds, badgeTexts } from '../../static/people/badge-texts.js'
import { addTexts } from './texts.js'

addTexts()
add({ 'a.name': 'Game A', 'b.name': 'Game B', 'b.badge.perfect': 'All 56' })

/** @type {any} */
const rules = [
  { family: 'a', title: 'A' },
  { family: 'b', title: 'B' },
]

test('each badge of a family has a name and says how it is won; unknown ones have none', () => {
  assert.deepEqual(badgeIds(['a', 'b']), [
    ...['win.a', 'win.b', 'perfect.b', 'clean', 'clean.10', 'week'],
  ])
  for (const id of badgeIds(['a', 'b'])) {
    const texts = badgeTexts(id, rules)
    assert.doesNotMatch(`${texts?.name} ${texts?.about}`, /badges\.|undefined/)
  }
  assert.equal(badgeTexts('win.a', rules)?.name, 'First win: Game A')
  assert.equal(badgeTexts('perfect.b', rules)?.name, 'All 56')
  for (const id of ['win.c', 'other.a', 'other']) assert.equal(badgeTexts(id, rules), null)
})
