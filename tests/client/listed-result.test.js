// The result of a finished game in a list of a player's games.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import { listedResult } from '../../static/pages/profile/listed-result.js'
import { rulesOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()
add({ 'guards.over.reached': '{count} of 56' })

const ALONE = { seats: ['player'] }
const castle = rulesOf('castle', { ...ALONE, machine: { levels: 0, abilities: ['winnable'] } })
const guards = rulesOf('guards', { ...ALONE, family: 'guards' })
const cards = rulesOf('cards', ALONE)
const two = rulesOf('two', {})

test('a finished solitaire is listed with its score, in the words of the family where it has some', () => {
  const rows = /** @type {const} */ ([
    [guards, null, 'stuck', [41], 'not solved, 41 of 56'],
    [cards, null, 'stuck', [3, 0], 'not solved, score 3 · 0'],
    [castle, null, 'resigned', [31], 'not solved, score 31'],
    [guards, 0, 'out', [56], 'solved, score 56'],
    [castle, 0, 'out', [52], 'solved'],
    [castle, null, 'resigned', [], 'not solved'],
    [castle, null, 'aborted', [0], 'aborted'],
  ])
  for (const [rules, winner, reason, score, text] of rows)
    assert.equal(listedResult({ winner, reason }, [...score], rules, 0, null), text)
})

test('a game for two is listed as won or lost', () => {
  /** @type {any} */
  const ada = { id: 'a', name: 'Ada' }
  assert.equal(listedResult({ winner: 1, reason: 'resigned' }, [], two, 1, ada), 'won')
  assert.equal(listedResult({ winner: 1, reason: 'resigned' }, [], two, 0, ada), 'lost')
  assert.equal(listedResult({ winner: null, reason: 'agreed' }, [], two, 0, ada), 'drawn')
})
