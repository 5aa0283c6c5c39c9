import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankOrSuit } from '../../static/board/find-cards.js'
import { ARROWS, following, nearest } from '../../static/board/navigation.js'

/** An element that stands at a place. @param {number} left @param {number} top */
function box(left, top) {
  const attributes = new Map()
  const element = {
    getBoundingClientRect: () => ({ left, top, width: 10, height: 10 }),
    setAttribute: attributes.set.bind(attributes),
    getAttribute: attributes.get.bind(attributes),
  }
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (element))
}

// Rows r1, r2 beside a foundation, r3, r4 below.
const PILES = /** @type {[string, Element][]} */ ([
  ['r1', box(0, 0)],
  ['f1', box(100, 0)],
  ['r2', box(200, 0)],
  ['r3', box(0, 50)],
  ['f2', box(100, 50)],
  ['r4', box(200, 50)],
])
const fanned = (/** @type {string} */ place) => place.startsWith('r')

test('arrows lead to the nearest pile of the same kind, past the others, and stop at the edge', () => {
  for (const [from, key, to] of /** @type {const} */ ([
    ['r1', 'ArrowRight', 'r2'],
    ['r4', 'ArrowLeft', 'r3'],
    ['r2', 'ArrowDown', 'r4'],
    ['f2', 'ArrowUp', 'f1'],
    ['r1', 'ArrowUp', null],
    ['r2', 'ArrowRight', null],
    ['nowhere', 'ArrowUp', null],
  ]))
    assert.equal(nearest(PILES, from, ARROWS[key], fanned), to, `${from} ${key}`)
})

test('the next and the previous one go round, from wherever the focus is', () => {
  const order = [0, 1, 2, 3].map((x) => box(x, 0))
  const wanted = [order[1], order[3]]
  const to = (/** @type {Element | null} */ from, /** @type {1 | -1} */ onward) =>
    following({ order, wanted, from, onward })
  assert.equal(to(order[0], 1), order[1])
  assert.equal(to(order[1], 1), order[3])
  assert.equal(to(order[3], 1), order[1])
  assert.equal(to(order[2], -1), order[1])
  assert.equal(to(order[1], -1), order[3])
  assert.equal(to(null, 1), order[1])
  assert.equal(to(null, -1), order[3])
  assert.equal(following({ order, wanted: [], from: null, onward: 1 }), null)
})

test('keys stand for ranks and suits, 0 for the ten, all others for nothing', () => {
  const found = [...'a09h1b', 'Enter', ''].map(rankOrSuit)
  assert.deepEqual(found, ['A', 'X', '9', 'H', null, null, null, null])
})
