import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arranged, NO_PIECES } from '../../static/board/pieces.js'

Object.assign(globalThis, {
  document: { documentElement: { dataset: {} } },
  matchMedia: () => ({ matches: false }),
})

/** @param {Record<string, string>} places "M0": kind and owner */
const position = (places) =>
  new Map(
    Object.entries(places).map(([place, [piece, owner]]) => [
      place,
      { piece, owner: Number(owner) },
    ]),
  )

/** @param {Record<string, string>} first @param {Record<string, string>} then @param {string | null} last */
function moved(first, then, last) {
  const start = arranged(NO_PIECES, position(first), { last: null, animate: false })
  const end = arranged(start, position(then), { last, animate: true })
  return { start, end }
}

test('a piece that moves keeps its identity, and the others stay', () => {
  const { start, end } = moved({ a1: 'M0', b1: 'M0' }, { a2: 'M0', b1: 'M0' }, 'a1 a2')
  assert.equal(end.standing.get('a2')?.id, start.standing.get('a1')?.id)
  assert.equal(end.standing.get('b1'), start.standing.get('b1'))
  assert.deepEqual(end.leaving, [])
})

test('of two equal pieces that could have come, the one of the move came', () => {
  const { start, end } = moved(
    { a1: 'M0', c1: 'M0' },
    { b1: 'M0', b9: 'M0' },
    'c1 b1', // the other one came to b9 in a move before
  )
  assert.equal(end.standing.get('b1')?.id, start.standing.get('c1')?.id)
  assert.equal(end.standing.get('b9')?.id, start.standing.get('a1')?.id)
})

test('a captured piece leaves from where it stood, and a promoted one is the same piece', () => {
  const { start, end } = moved({ a1: 'P0', a2: 'R1' }, { a2: 'Q0' }, 'a1 a2')
  assert.equal(end.standing.get('a2')?.id, start.standing.get('a1')?.id)
  assert.equal(end.standing.get('a2')?.piece, 'Q')
  assert.deepEqual(end.leaving, [['a2', start.standing.get('a2')]])
})

test('a move taken back goes the same way back', () => {
  const { start, end } = moved({ a1: 'M0', a2: 'M0' }, { a1: 'M0', a3: 'M0' }, 'a2 a3')
  const back = arranged(end, position({ a1: 'M0', a2: 'M0' }), { last: null, animate: true })
  assert.equal(back.standing.get('a2')?.id, start.standing.get('a2')?.id)
})

test('a new piece has an id of its own, also after another has left', () => {
  const { end } = moved({ a1: 'M0' }, {}, null)
  const next = arranged(end, position({ b1: 'M0' }), { last: null, animate: true })
  assert.notEqual(next.standing.get('b1')?.id, end.leaving[0][1].id)
})
