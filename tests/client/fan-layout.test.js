import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fan, MIN_STRIP, TIGHT_STRIP } from '../../static/board/fan-layout.js'
import fc from './properties.js'

const CARD = { width: 70, height: 98 }

/** Descending runs of a row: neighbours, not overlapping. @param {number} count */
const runsOf = (count) =>
  fc.uniqueArray(fc.integer({ min: 0, max: count }), { maxLength: 8 }).map((ends) => {
    const sorted = ends.sort((a, b) => a - b)
    /** @type {Run[]} */
    const runs = []
    for (let index = 0; index + 1 < sorted.length; index += 1) {
      const [first, last] = [sorted[index], sorted[index + 1] - 1]
      if (last > first) runs.push([first, last])
    }
    return runs
  })

const row = fc.integer({ min: 0, max: 19 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    width: fc.constant(CARD.width),
    height: fc.constant(CARD.height),
    available: fc.integer({ min: 120, max: 900 }),
    runs: runsOf(count),
    open: fc.boolean(),
  }),
)

test('a row lies within its room, each card shows a strip of 18 px where that fits, and the ends of a run are never folded', () => {
  fc.assert(
    fc.property(row, (given) => {
      const { spots, folds } = fan(given)
      assert.equal(spots.length, given.count)
      const room = given.available - given.width
      const fits = given.open || room >= MIN_STRIP * (given.count - 1)
      const least = fits ? MIN_STRIP : TIGHT_STRIP
      const folded = (/** @type {number} */ card) =>
        folds.some(({ from, to }) => from <= card && card <= to)
      for (let card = 0; card + 1 < spots.length; card += 1) {
        if (folded(card) || spots[card][1] !== spots[card + 1][1]) continue
        const strip = spots[card + 1][0] - spots[card][0]
        assert.ok(strip >= least - 1e-9, `card ${card} shows ${strip} px`)
      }
      for (const { from, to } of folds) {
        const run = given.runs.find(([first, last]) => first < from && to < last)
        assert.ok(run, `fold ${from} to ${to} lies inside no run`)
      }
      if (room < TIGHT_STRIP * (given.count - 1)) return
      for (const [x] of spots) assert.ok(x <= room + 1e-9, `a card at ${x} of ${room} px`)
    }),
  )
})

test('a long run folds where there is little room, and its row goes on in lines when opened', () => {
  const given = {
    ...CARD,
    count: 16,
    available: 260,
    runs: /** @type {Run[]} */ ([[3, 14]]),
  }
  const [fold] = fan({ ...given, open: false }).folds
  assert.equal(fold.from, 4)
  assert.ok(fold.to < 14)
  const opened = fan({ ...given, open: true })
  assert.deepEqual(opened.folds, [])
  assert.ok(opened.spots.some(([, y]) => y > 0))
  assert.ok(opened.spots.every(([x]) => x + CARD.width <= given.available + 1e-9))
})
