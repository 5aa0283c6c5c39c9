// What a solitaire tells besides its moves: the par of a deal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import { parText } from '../../static/solitaire/result-facts.js'
import { addTexts } from './texts.js'

addTexts()

add({
  'horsemen.over.reached': '{count, plural, one {# of 4 horsemen} other {# of 4 horsemen}}',
})
/** @type {any} */
const RULES = { family: 'horsemen', seats: ['player'] }
/** @type {any} */
const STATE = { score: [2, 0], status: 'ended', seat: 0, players: [{}] }

test('the par of a deal is told as a result is', () => {
  const rows = /** @type {const} */ ([
    [{ par: [3, 0], best: null }, 'Par for this deal: 3 of 4 horsemen.'],
    [{ par: null, best: [4, 7] }, 'Best known for this deal: 4 of 4 horsemen.'],
    [{ par: null, best: null }, ''],
  ])
  for (const [par, text] of rows)
    assert.equal(parText(/** @type {any} */ (par), RULES, STATE), text)
})
