import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  betterText,
  countTexts,
  faultText,
  heldTexts,
} from '../../static/table/replay/mistake-list.js'
import { countMistakes, findMistakes, heldWins } from '../../static/table/replay/mistakes.js'
import {
  chancesOf,
  chancesText,
  heightOf,
  heightsOf,
  valueText,
  winnerOf,
} from '../../static/table/values.js'
import fc from './properties.js'
import { addTexts } from './texts.js'

addTexts()

const RULES = /** @type {any} */ ({ family: 'chess', seats: ['white', 'black'] })
const won = (/** @type {number} */ winner, plies = 9) => ({ exact: true, winner, plies })
const DRAW = { exact: true }
const view = (/** @type {number} */ points) => ({ exact: false, points, depth: 5 })

/** One move, judged by what is known before and after it. @param {number} seat @param {any} before @param {any} after */
const judged = (seat, before, after, move = 'a b') => findMistakes([{ seat, move, before, after }])

/** What is found of one move of a seat. @param {number} seat @param {Value} before @param {Value} after */
const mistake = (seat, before, after, move = 'a b') =>
  judged(seat, { value: before, best: [['c d', 'cd']] }, { value: after, best: [] }, move)[0]

/** Kind and fault of a mistake, '' of none. @param {ReturnType<typeof mistake> | undefined} found */
const named = (found) => (found ? `${found.kind} ${found.fault}` : '')

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
        const [low, high] = [heightOf(view(points)), heightOf(view(points + more))]
        assert.ok(low !== null && high !== null && low <= high)
        assert.ok(Math.abs(low) <= 0.9)
      },
    ),
  )
})

test('scores lie between the worst and the best of the game; what is not known has no height', () => {
  assert.deepEqual(heightsOf([score(4), score(8), null, score(6)]), [-1, 1, null, 0])
  assert.deepEqual(heightsOf([score(4), undefined]), [0, null])
})

test('values are told in words', () => {
  assert.match(valueText(RULES, won(0, 1)), /white with the next move/)
  assert.match(valueText(RULES, won(1, 12)), /black .* in 12 more moves/)
  const named = valueText(RULES, view(2840), ['Athos', 'Milady'])
  assert.equal(named, 'Better for Athos: chances of 99% (depth 5).')
  assert.equal(valueText(RULES, view(20)), 'About even (depth 5).')
  assert.equal(valueText(RULES, null), 'Nothing is known about this position.')
  assert.match(valueText(RULES, { exact: true, verdict: 'lost' }), /proved/)
})

test('the chances of both sides add up to one, grow with the points, and are certain only if proved', () => {
  const points = fc.integer({ min: -5000, max: 5000 })
  fc.assert(
    fc.property(points, points, (one, other) => {
      const chances = chancesOf(view(one)) ?? NaN
      assert.ok(Math.abs(chances + (chancesOf(view(-one)) ?? NaN) - 1) < 1e-9)
      if (one > other) assert.ok(chances > (chancesOf(view(other)) ?? NaN))
      assert.match(chancesText(chances), /^[1-9]\d?%$/)
    }),
  )
  assert.deepEqual([won(0), won(1), DRAW, { exact: false }].map(chancesOf), [1, 0, 0.5, null])
})

test('a move that changes who wins for certain is a great mistake of whoever made it', () => {
  const found = mistake(0, won(0), won(1))
  assert.deepEqual([found.fault, found.kind, found.index], ['win', 'blunder', 0])
  assert.deepEqual(found.best, [['c d', 'cd']])
  assert.equal(mistake(1, DRAW, won(0)).fault, 'draw')
  assert.equal(mistake(1, won(0), won(1)), undefined)
  assert.equal(mistake(0, won(0, 9), won(0, 30)), undefined)
})

/** @param {any} word */
const verdict = (word) => ({ exact: true, verdict: word })
const score = (/** @type {number} */ points) => ({ exact: false, score: [points] })

/** By what is said of the moves: seat, value before, value after, kind and fault.
 * @type {Record<string, [number, Value, Value, string][]>} */
const JUDGED = {
  'a move is a mistake from a tenth of the chances given away on, by the side that made it': [
    [0, view(0), view(-260), ''],
    [0, view(0), view(-270), 'mistake chances'],
    [0, view(0), view(-600), 'blunder chances'],
    [0, view(100), view(-100), ''],
    [1, view(0), view(-500), ''],
    [1, view(0), view(500), 'mistake chances'],
  ],
  'a decided game has no mistakes but those that turn it': [
    [0, view(4000), view(1500), ''],
    [0, view(4000), view(0), 'blunder chances'],
    [1, view(1800), won(0, 9), ''],
  ],
  'a proved win that is seen no more is a forced win missed, unless the search finds one without a proof':
    [
      [0, won(0), view(2500), 'mistake missed'],
      [1, won(1), view(0), 'blunder missed'],
      [0, won(0), view(5000), ''],
      [0, won(1), view(0), ''],
    ],
  'who lets the other side force a win makes a mistake, where the game was open': [
    [0, view(0), won(1, 3), 'blunder loss'],
    [0, DRAW, view(-2500), 'blunder chances'],
  ],
  'a solitaire is marked where it was lost for certain, or its best score fell': [
    [0, verdict('winnable'), verdict('lost'), 'blunder lost'],
    [0, verdict('winnable'), verdict('unknown'), ''],
    [0, verdict('unknown'), verdict('lost'), ''],
    [0, score(8), score(5), 'mistake score'],
    [0, score(8), score(8), ''],
  ],
}
for (const [name, rows] of Object.entries(JUDGED))
  test(name, () => {
    for (const [seat, before, after, expected] of rows)
      assert.equal(named(mistake(seat, before, after)), expected, JSON.stringify([before, after]))
  })

test('a move that the search calls best is never a mistake', () => {
  assert.equal(mistake(0, view(0), view(-900), 'c d'), undefined)
})

test('a move of which either position is unknown is not judged', () => {
  const known = { value: won(0), best: [] }
  for (const unknown of [{ value: null, best: [] }, undefined]) {
    assert.deepEqual(judged(0, known, unknown), [])
    assert.deepEqual(judged(0, unknown, known), [])
  }
})

/** A game of these moves: who made each, and the value after it. @param {[seat: number, after: Value][]} moves */
const game = (moves) =>
  moves.map(([seat, after], index) => ({
    seat,
    move: `m${index}`,
    before: { value: moves[index - 1]?.[1] ?? view(0), best: [] },
    after: { value: after, best: [] },
  }))

test('mistakes are counted for each player, and forced wins that were missed apart', () => {
  const moves = game([
    [0, view(-400)],
    [1, view(0)],
    [0, won(1)],
    [1, view(-100)],
    [0, view(-900)],
  ])
  const counts = countMistakes(findMistakes(moves), 2)
  assert.deepEqual(counts, [
    { mistakes: 3, missed: 0 },
    { mistakes: 1, missed: 1 },
  ])
  const texts = countTexts(['Athos', 'Sleek Petrel'], counts)
  assert.deepEqual(texts.slice(0, 2), [
    'Athos: 3 mistakes',
    'Sleek Petrel: 1 mistake, 1 forced win missed',
  ])
  assert.match(texts[2], /lowers them by 10% or more/)
})

test('a player held the win for the moves after which it was certain', () => {
  const moves = game([
    [0, won(0)],
    [1, won(0)],
    [0, won(1)],
    [1, won(1)],
    [0, won(1)],
  ])
  const held = heldWins(moves, 2)
  assert.deepEqual(held, [
    { count: 3, known: 3, held: 1 },
    { count: 2, known: 2, held: 1 },
  ])
  assert.equal(heldTexts(['Milady', 'Athos'], held)[0], 'Milady held the win for 1 of 3 moves')
})

test('where values are not proved it is said of how many moves they are', () => {
  /** @type {[number, Value]} */
  const unknown = [0, { exact: false }]
  const held = heldWins(game([unknown, [1, won(0)], [0, won(0)]]), 2)
  assert.deepEqual(held[0], { count: 2, known: 1, held: 1 })
  assert.match(heldTexts(['Milady', 'Athos'], held)[0], /1 of the 1 move .* \(2 in all\)/)
  const texts = heldTexts(['Milady', 'Athos'], heldWins(game([unknown]), 2))
  assert.match(texts.join(), /^It is not known/)
})

test('what a mistake did is told in words, with the chances that it gave away', () => {
  const words = { move: '4♣i3', other: 'Athos' }
  const lowered = mistake(1, view(0), view(1000))
  assert.equal(faultText(lowered, words), '4♣i3 lowers the chances from 50% to 18%.')
  assert.match(faultText(mistake(0, won(0), view(0)), words), /misses a forced win/)
  const better = betterText(lowered, (text) => text.toUpperCase())
  assert.equal(better, 'CD')
})
