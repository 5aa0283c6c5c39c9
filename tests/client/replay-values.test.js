import assert from 'node:assert/strict'
import { test } from 'node:test'

import { findMistakes } from '../../static/replay/mistakes.js'
import {
  heightOf,
  heightsOf,
  pawns,
  valueText,
  winnerOf,
} from '../../static/replay/values.js'
import fc from './properties.js'
import { addTexts } from './texts.js'

addTexts()
Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })

const RULES = /** @type {any} */ ({
  family: 'chess',
  seats: ['white', 'black'],
})
const won = (/** @type {number} */ winner, plies = 9) => ({
  exact: true,
  winner,
  plies,
})
const DRAW = { exact: true }
const view = (/** @type {number} */ points) => ({
  exact: false,
  points,
  depth: 5,
})

/** What is found of one move of a seat. @param {number} seat @param {Value} before @param {Value} after */
const mistake = (seat, before, after, move = 'a b') =>
  findMistakes([
    {
      seat,
      move,
      before: { value: before, best: [['c d', 'cd']] },
      after: { value: after, best: [] },
    },
  ])[0]

test('a value that is exact and names no winner is a draw, and a view of points is none', () => {
  assert.equal(winnerOf(DRAW), null)
  assert.equal(winnerOf(won(1)), 1)
  assert.equal(winnerOf(view(0)), undefined)
  assert.equal(winnerOf({ exact: true, verdict: 'lost' }), undefined)
})

test('the side that wins is above or below the middle, the nearer its win the farther', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (plies) => {
      const [near, far] = [heightOf(won(0, plies)), heightOf(won(0, plies + 1))]
      assert.ok(near !== null && far !== null)
      assert.ok(near >= far && far >= 0.5 && near <= 1)
      assert.equal(heightOf(won(1, plies)), -near)
    }),
  )
})

test('more points are higher, and less high than a win at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -3000, max: 3000 }),
      fc.integer({ min: 1, max: 500 }),
      (points, more) => {
        const [low, high] = [
          heightOf(view(points)),
          heightOf(view(points + more)),
        ]
        assert.ok(low !== null && high !== null && low <= high)
        assert.ok(Math.abs(low) <= 0.9)
      },
    ),
  )
})

test('scores lie between the worst and the best of the game; what is not known has no height', () => {
  const score = (/** @type {number} */ points) => ({
    exact: false,
    score: [points],
  })
  assert.deepEqual(heightsOf([score(4), score(8), null, score(6)]), [
    -1,
    1,
    null,
    0,
  ])
  assert.deepEqual(heightsOf([score(4), undefined]), [0, null])
})

test('values are told in words', () => {
  assert.equal(
    valueText(RULES, won(0, 1)),
    'A win for white with the next move.',
  )
  assert.equal(
    valueText(RULES, won(1, 12)),
    'A win for black with best play, in 12 more moves.',
  )
  assert.equal(
    valueText(RULES, { exact: true, winner: 1 }),
    'A win for black with best play.',
  )
  assert.equal(valueText(RULES, DRAW), 'A draw with best play.')
  assert.equal(
    valueText(RULES, view(-150)),
    'Better for black by +1.5 (looked 5 moves ahead).',
  )
  assert.equal(valueText(RULES, view(20)), 'About even (looked 5 moves ahead).')
  assert.equal(valueText(RULES, null), 'Nothing is known of this position.')
  assert.match(valueText(RULES, { exact: true, verdict: 'lost' }), /proved/)
  assert.equal(pawns(-149), '−1.5')
})

test('a move that changes who wins for certain is a great mistake of whoever made it', () => {
  const found = mistake(0, won(0), won(1))
  assert.deepEqual(
    [found.fault, found.kind, found.index],
    ['win', 'blunder', 0],
  )
  assert.deepEqual(found.best, [['c d', 'cd']])
  assert.equal(mistake(1, DRAW, won(0)).fault, 'draw')
  assert.equal(mistake(1, won(0), won(1)), undefined)
  assert.equal(mistake(0, won(0, 9), won(0, 30)), undefined)
})

test('of two views a move is judged by how much it lost, from the side that made it', () => {
  assert.equal(mistake(0, view(0), view(-100)), undefined)
  assert.equal(mistake(0, view(0), view(-250)).kind, 'mistake')
  assert.equal(mistake(0, view(0), view(-500)).kind, 'blunder')
  assert.equal(mistake(1, view(0), view(-500)), undefined)
  assert.equal(mistake(1, view(0), view(500)).fault, 'points')
  assert.equal(mistake(0, view(2500), view(1200)), undefined)
  assert.equal(mistake(0, view(0), won(1, 3)).kind, 'blunder')
})

test('a move that the search calls best is never a mistake', () => {
  assert.equal(mistake(0, view(0), view(-900), 'c d'), undefined)
})

test('a solitaire is marked where it was lost for certain, or its best score fell', () => {
  const verdict = (/** @type {any} */ word) => ({ exact: true, verdict: word })
  assert.equal(mistake(0, verdict('winnable'), verdict('lost')).fault, 'lost')
  assert.equal(mistake(0, verdict('winnable'), verdict('unknown')), undefined)
  assert.equal(mistake(0, verdict('unknown'), verdict('lost')), undefined)
  const score = (/** @type {number} */ points) => ({
    exact: false,
    score: [points],
  })
  assert.equal(mistake(0, score(8), score(5)).fault, 'score')
  assert.equal(mistake(0, score(8), score(8)), undefined)
})

test('a move of which either position is unknown is not judged', () => {
  const known = { value: won(0), best: [] }
  const unknown = { value: null, best: [] }
  for (const [before, after] of [
    [known, unknown],
    [unknown, known],
    [undefined, known],
    [known, undefined],
  ])
    assert.deepEqual(
      findMistakes([
        /** @type {any} */ ({ seat: 0, move: 'a b', before, after }),
      ]),
      [],
    )
})
