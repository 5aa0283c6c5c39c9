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

test('the position that is shown comes first, then those outward, the newer before, at most 20 entries of the log a page', () => {
  for (const [plies, shown, asked] of /** @type {const} */ ([
    [plain(12), 6, '6-6 7-11 1-5 0-0'],
    [plain(12), 11, '11-11 6-10 1-5 0-0'],
    [[0, 1, 40, 41], 3, '3-3 2-2 0-1'],
  ]))
    assert.equal(
      pages([...plies], shown)
        .map(({ first, last }) => `${first}-${last}`)
        .join(' '),
      asked,
    )
})

test('a reader who goes elsewhere is served there with the next page', () => {
  const known = new Set([90, 85, 86, 87, 88, 89])
  const has = (/** @type {number} */ made) => known.has(made)
  assert.deepEqual(nextPage(plain(91), has, 10), { first: 10, last: 10 })
  known.add(10)
  assert.deepEqual(nextPage(plain(91), has, 10), { first: 11, last: 15 })
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
