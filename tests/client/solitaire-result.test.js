// What leads a solitaire's result, its short facts, and the line that shares it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../../static/core/i18n.js'
import { sharedText } from '../../static/pages/daily/shared.js'
import { chipTexts, parText } from '../../static/table/solitaire/result-facts.js'
import { achievement, dailyLine, placePart } from '../../static/table/solitaire/result-text.js'
import { endedState, rulesOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()
add({ 'horsemen.over.reached': '{count} of 4 horsemen' })

const CASTLE = rulesOf('citadel', {
  ...{ family: 'castle', title: 'Citadel', seats: ['player'] },
  machine: { levels: 0, abilities: ['winnable'] },
})
const HORSEMEN = rulesOf('horsemen', { title: 'Horsemen', seats: ['player'] })

/** @param {number | null} winner @param {number[]} score @param {object} [tally] */
const ended = (winner, score, tally) =>
  endedState(winner, winner === 0 ? 'out' : 'resigned', {
    score,
    tally: { made: 73, undone: 0, hints: 0, ms: 9000, ...tally },
    players: [{ name: 'Coppery Stoat' }],
    seat: null,
  })

const DATE = '2026-11-26'
const board = { words: { score: () => '31 of 52' } }

test('moves lead a solved game of open cards, the points every other result', () => {
  for (const [rules, state, on, number, unit] of /** @type {const} */ ([
    [CASTLE, ended(0, [52]), board, '73', 'moves'],
    [CASTLE, ended(null, [31]), board, '31', 'of 52'],
    [HORSEMEN, ended(null, [3, 0]), null, '3', 'of 4 horsemen'],
    [HORSEMEN, ended(0, [56]), null, '56', 'points'],
  ]))
    assert.deepEqual(achievement(rules, state, on), { number, unit })
})

test('a shared line names number, par and place, and what helped', () => {
  const solved = ended(0, [52])
  /** @type {any} */
  const par = { par: [73], best: [70] }
  const place = { rank: 4, of: 42 }
  assert.equal(
    dailyLine(DATE, CASTLE, solved, { counted: true, board, par, place }),
    'Citadel, Nov 26: 73 moves, par 73, top 10 %',
  )
  const helped = ended(null, [31], { hints: 2 })
  assert.equal(
    dailyLine(DATE, CASTLE, helped, { counted: false, board }),
    'Citadel, Nov 26: 31 of 52, given up, hint ×2, rehearsed',
  )
})

test('few players are told as a rank, and one alone as nothing', () => {
  assert.equal(placePart({ rank: 1, of: 1 }), '')
  assert.equal(placePart({ rank: 2, of: 9 }), 'rank 2 of 9')
  assert.equal(placePart({ rank: 1, of: 10 }), 'top 10 %')
  assert.equal(placePart(null), '')
})

test('the page of the day says what the one who shared reached', () => {
  assert.equal(
    sharedText(CASTLE, ended(0, [52])),
    'Citadel: Coppery Stoat solved it in 73 moves. Your turn.',
  )
  assert.equal(
    sharedText(HORSEMEN, ended(null, [3, 0])),
    'Horsemen: Coppery Stoat reached 3 of 4 horsemen. Your turn.',
  )
})

test('a day of the present tells its days in a row and the freeze, another game its wins in a row', () => {
  /** @type {any} */
  const ranks = { streak: 2, isBest: true }
  const day = { days: 3, freezes: 1, over: false }
  assert.deepEqual(chipTexts(ranks, day, ['Week'], true), [
    '3 days in a row',
    '1 freeze left',
    'Personal best',
    'Week',
  ])
  assert.deepEqual(chipTexts(ranks, day, [], false), ['3 days in a row', 'Personal best'])
  assert.deepEqual(chipTexts(ranks, null, [], true), ['2 in a row', 'Personal best'])
  assert.deepEqual(chipTexts(null, { ...day, over: true }, [], true), [])
})

test('the par of a deal is told as a result is', () => {
  const rows = /** @type {const} */ ([
    [{ par: [3, 0], best: null }, 'Par for this deal: 3 of 4 horsemen.'],
    [{ par: null, best: [4, 7] }, 'Best known for this deal: 4 of 4 horsemen.'],
    [{ par: null, best: null }, ''],
  ])
  for (const [par, text] of rows)
    assert.equal(parText(/** @type {any} */ (par), HORSEMEN, ended(null, [2, 0])), text)
})
