import assert from 'node:assert/strict'
import { test } from 'node:test'

import { nextPage } from '../../static/table/replay/analysis-order.js'
import fc from './properties.js'

/** All pages until everything is known, for a reader who stays. @param {number[]} plies @param {number} shown */
function pages(plies, shown) {
  const known = new Set()
  const found = []
  for (;;) {
    const page = nextPage(plies, (made) => known.has(made), shown)
    if (!page) return found
    found.push(page)
    for (let made = page.first; made <= page.last; made += 1) known.add(made)
  }
}

/** @param {number} length */
const plain = (length) => Array.from({ length }, (_, index) => index)

test('the position that is shown is asked for alone and first, then those around it outward', () => {
  assert.deepEqual(pages(plain(12), 6), [
    { first: 6, last: 6 },
    { first: 7, last: 11 },
    { first: 1, last: 5 },
    { first: 0, last: 0 },
  ])
})

test('at the end of a game the newest positions come first', () => {
  assert.deepEqual(pages(plain(12), 11), [
    { first: 11, last: 11 },
    { first: 6, last: 10 },
    { first: 1, last: 5 },
    { first: 0, last: 0 },
  ])
})

test('a reader who goes elsewhere is served there with the next page', () => {
  const known = new Set([90, 85, 86, 87, 88, 89])
  const has = (/** @type {number} */ made) => known.has(made)
  assert.deepEqual(nextPage(plain(91), has, 10), { first: 10, last: 10 })
  known.add(10)
  assert.deepEqual(nextPage(plain(91), has, 10), { first: 11, last: 15 })
})

test('a page spans at most 20 entries of the log, however many there are between two moves', () => {
  assert.deepEqual(pages([0, 1, 40, 41], 3), [
    { first: 3, last: 3 },
    { first: 2, last: 2 },
    { first: 0, last: 1 },
  ])
})

test('every position is asked for once, in pages of at most five', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 60 }),
      fc.nat(60),
      (steps, place) => {
        let ply = 0
        const plies = [0]
        for (const step of steps) {
          ply += step
          plies.push(ply)
        }
        const found = pages(plies, Math.min(place, plies.length - 1))
        const asked = found.flatMap(({ first, last }) =>
          plain(last - first + 1).map((offset) => first + offset),
        )
        assert.deepEqual(
          asked.sort((one, other) => one - other),
          plain(plies.length),
        )
        for (const { first, last } of found)
          assert.ok(last - first < 5 && plies[last] - plies[first] < 20)
      },
    ),
  )
})
