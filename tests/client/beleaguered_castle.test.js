// The position text of Beleaguered Castle against a printer, and the runs that fold.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  builtRuns,
  FOUNDATIONS,
  isRow,
  parsePosition,
  ROWS,
  SUITS,
} from '../../static/games/beleaguered_castle/position.js'

const RANKS = 'A23456789XJQK'
const TOPS = `-${RANKS}` // how a foundation is written, by its highest rank
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit))

/** How high each foundation is, and the other cards dealt to eight rows. */
const someTable = fc
  .record({
    tops: fc.array(fc.nat(13), { minLength: 4, maxLength: 4 }),
    order: fc.shuffledSubarray(DECK, { minLength: 52 }),
    rows: fc.array(fc.nat(7), { minLength: 52, maxLength: 52 }),
  })
  .map(({ tops, order, rows }) => {
    const left = order.filter(
      (card) => RANKS.indexOf(card[0]) >= tops[SUITS.indexOf(card[1])],
    )
    const dealt = ROWS.map((_, row) =>
      left.filter((_card, index) => rows[index] === row),
    )
    return { tops, dealt }
  })

test('the parser gives back the rows and the foundations that were printed', () => {
  fc.assert(
    fc.property(someTable, ({ tops, dealt }) => {
      const rows = dealt.map((cards) => cards.join('') || '-').join('/')
      const position = `${rows} ${tops.map((top) => TOPS[top]).join('')}`
      const piles = parsePosition(position)
      assert.deepEqual([...piles.keys()], [...ROWS, ...FOUNDATIONS])
      for (const [index, place] of ROWS.entries())
        assert.deepEqual(piles.get(place), dealt[index])
      for (const [index, place] of FOUNDATIONS.entries())
        assert.deepEqual(
          piles.get(place),
          [...RANKS].slice(0, tops[index]).map((rank) => rank + SUITS[index]),
        )
      const all = [...piles.values()].flat()
      assert.deepEqual([...all].sort(), [...DECK].sort())
    }),
  )
})

test('an empty foundation holds no card', () => {
  const piles = parsePosition('-/-/-/-/-/-/-/AC -AAA')
  assert.deepEqual(piles.get('fC'), [])
  assert.deepEqual(piles.get('r8'), ['AC'])
})

test('a run is as long as each card is one rank below the one before, whatever its suit', () => {
  const someRow = fc.array(fc.constantFrom(...DECK), { maxLength: 20 })
  /** @param {string} card */
  const height = (card) => RANKS.indexOf(card[0])
  fc.assert(
    fc.property(someRow, (cards) => {
      const runs = builtRuns(cards)
      for (let index = 1; index < cards.length; index += 1) {
        const inside = runs.some(
          ([first, last]) => first < index && index <= last,
        )
        assert.equal(
          inside,
          height(cards[index]) === height(cards[index - 1]) - 1,
        )
      }
      for (const [first, last] of runs) assert.ok(first < last)
    }),
  )
  assert.deepEqual(builtRuns(['KH', 'QS', 'JD', '2C', 'AC', '9H']), [
    [0, 2],
    [3, 4],
  ])
})

test('rows and foundations are told apart by their names', () => {
  assert.equal(ROWS.every(isRow), true)
  assert.equal(FOUNDATIONS.some(isRow), false)
})
