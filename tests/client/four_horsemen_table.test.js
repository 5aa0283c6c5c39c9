// The table of Four Horsemen without a page: what can be dragged where, the ring of signs, what a press sends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Picks } from '../../static/board/picks.js'
import { HorsemenTable } from '../../static/games/four_horsemen/model.js'

/** @import { HorsemenState, HorsemenView } from '../../static/games/four_horsemen/types.d.ts' */

const VIEW = {
  position: 'one',
  horsemen: [{ cards: ['4C', '2S'], value: 42 }, null, null, null],
  stacks: ['9S', '5D', '3H'].map((top) => ({ top, under: [] })),
  reserve: 'KS',
  hand: ['7S', '8S', '6C'],
  tops: ['7S', '8S'],
  deck: 17,
  discard: [],
  taken: false,
}
const HOW = { seat: 0, flipped: false, interactive: true, animate: false }

/** A frame of this view in which the hand can be played and horsemen defeated.
 * @param {Partial<HorsemenView>} [view] */
const frame = (view) =>
  /** @type {HorsemenState} */ (
    /** @type {unknown} */ ({
      view: { ...VIEW, ...view },
      legal: ['draw', 'play 7S', 'play 8S', 'beat h1 ...'].map((move) => [move, move]),
      status: 'live',
      seat: 0,
      turn: 0,
      ply: 0,
    })
  )

/** A table with a shown position; `sent` has the moves, `said` what it announced. */
function shown() {
  Object.assign(globalThis, {
    matchMedia: () => ({ matches: true }),
    addEventListener: () => {},
    document: { documentElement: { dataset: {} }, getElementById: () => ({ textContent: '' }) },
  })
  const picks = new Picks()
  /** @type {string[]} */
  const sent = []
  picks.onmove = (move) => sent.push(move)
  picks.set(frame().legal)
  /** @type {string[]} */
  const said = []
  const table = new HorsemenTable(
    /** @type {Services} */ (
      /** @type {unknown} */ ({
        picks,
        settings: { get: () => 'auto' },
        say: (/** @type {string} */ text) => said.push(text),
        t: (/** @type {string} */ key) => key,
        rules: { family: 'four_horsemen', seats: ['player'] },
      })
    ),
  )
  table.names = /** @type {Board} */ (/** @type {unknown} */ ({ name: String, refuse: () => 'no' }))
  const part = (/** @type {string} */ selector) => selector
  table.drawn = /** @type {any} */ ({ area: { querySelector: part, animate: () => {} } })
  table.returnFocus = () => {}
  table.show(frame(), HOW)
  return { picks, said, sent, table }
}

test('stacks, chips and cards with a companion can be lifted, and nothing while a move is pending', () => {
  const { picks, table } = shown()
  for (const name of ['9S', '7S', '8S']) assert.ok(table.lift(name), name)
  for (const name of ['6C', 's4', 'h1', 'deck', 'stacks'])
    assert.equal(table.lift(name), null, name)
  table.sums.join('9S', '*', '5D')
  assert.equal(table.lift('9S'), null, 'it is part of a sum')
  assert.ok(table.lift('(9S*5D)'))
  picks.play('draw')
  assert.equal(table.lift('3H'), null)
})

test('a card dropped anywhere on the stacks plays the hand with it on top, elsewhere nothing', () => {
  for (const place of ['stacks', 's5', 's2', '9S', '(5D+3H)', null, 'h1', 'deck', '7S']) {
    const { sent, table } = shown()
    table.sums.join('5D', '+', '3H')
    table.drop(place, '8S')
    const plays = place !== null && !['h1', 'deck', '7S'].includes(place)
    assert.deepEqual(sent, plays ? ['play 8S'] : [], String(place))
  }
})

test('a stack dropped on another one waits for the sign between them', () => {
  const { sent, table } = shown()
  table.drop('5D', '9S')
  assert.deepEqual(table.ring.value, { dropped: '9S', onto: '5D' })
  table.join('*')
  assert.equal(table.ring.value, null)
  table.drop('3H', '(9S*5D)')
  table.join('-')
  table.drop('h1', '((9S*5D)-3H)')
  assert.deepEqual(sent, ['beat h1 (9S*5D)-3H'])
})

test('Esc closes the ring before it takes anything back, and so does another position', () => {
  const { table } = shown()
  table.sums.pick('3H')
  table.drop('5D', '9S')
  assert.equal(table.interrupt(), true)
  assert.equal(table.ring.value, null)
  assert.equal(table.interrupt(), false)
  assert.equal(table.sums.picked, '3H')
  table.drop('5D', '9S')
  table.show(frame(), HOW)
  assert.ok(table.ring.value, 'the same position is shown again')
  table.show(frame({ position: 'two' }), HOW)
  assert.equal(table.ring.value, null)
})

test('a press on a stack or horseman says what is missing', () => {
  const { said, sent, table } = shown()
  table.pressStack(4)
  table.sums.join('9S', '*', '5D')
  table.pressStack(0)
  table.defeat()
  assert.deepEqual(said, [
    'four_horsemen.refused.no_stack',
    'four_horsemen.refused.used',
    'four_horsemen.refused.no_match',
  ])
  assert.deepEqual(sent, [])
})
