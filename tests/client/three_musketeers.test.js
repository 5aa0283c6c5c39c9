// The position text of Three Musketeers against a printer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fatalSquares,
  isNeedlesslyFatal,
  linesOf,
  lineThrough,
  menLeft,
  neighbours,
  parsePosition,
  ROWS,
} from '../../static/games/three_musketeers/position.js'
import fc from './properties.js'

const somePieces = fc.array(fc.constantFrom('M', 'o', '.'), { minLength: 25, maxLength: 25 })

test('the parser gives back every piece where it was printed', () => {
  fc.assert(
    fc.property(somePieces, (pieces) => {
      const ranks = ROWS.map((_, row) =>
        pieces
          .slice(5 * row, 5 * row + 5)
          .join('')
          .replace(/\.+/g, (empty) => String(empty.length)),
      )
      const parsed = parsePosition(`${ranks.join('/')} m`)
      for (const [index, square] of ROWS.flat().entries()) {
        const piece = pieces[index]
        const expected = piece === '.' ? undefined : { piece, owner: piece === 'M' ? 0 : 1 }
        assert.deepEqual(parsed.get(square), expected)
      }
    }),
  )
})

test('the squares run from a5 to e1', () => {
  assert.deepEqual([ROWS[0][0], ROWS[0][4], ROWS[4][0], ROWS[4][4]], ['a5', 'e5', 'a1', 'e1'])
})

test('a square is fatal only to the musketeer who would complete the line', () => {
  /** @type {{ row: [number, number], column: [string, number] }} */
  const aligned = { row: [2, 2], column: ['b', 1] }
  const position = '5/2o2/2oo1/1MoM1/o1M2 m'
  const view = { position, aligned, fatal: ['c2'] }
  assert.deepEqual(fatalSquares(view), ['c2'])
  assert.deepEqual(fatalSquares(view, 'c1'), ['c2'])
  assert.deepEqual(fatalSquares(view, 'b2'), [])
  assert.equal(menLeft(position), 5)
  assert.deepEqual(linesOf(aligned), [{ kind: 'row', which: '2', count: 2 }])
  assert.deepEqual(linesOf(aligned, 3), [])
  /** @param {string} move @param {string[]} moves */
  const isNeedless = (move, ...moves) => {
    const legal = /** @type {[string, string][]} */ (moves.map((one) => [one, one]))
    return isNeedlesslyFatal(move, { view, legal })
  }
  assert.equal(isNeedless('c1 c2', 'c1 c2', 'd2 d3'), true)
  assert.equal(isNeedless('d2 d3', 'c1 c2', 'd2 d3'), false)
  assert.equal(isNeedless('c1 c2', 'c1 c2'), false)
})

test('a line runs through squares of one row or one column', () => {
  assert.deepEqual(lineThrough(['a2', 'c2', 'e2']), { kind: 'row', which: '2' })
  assert.deepEqual(lineThrough(['b1', 'b5']), { kind: 'column', which: 'b' })
  assert.equal(lineThrough(['a1', 'b2', 'a3']), null)
})

test('a piece steps to the squares beside its own, and to no other', () => {
  assert.deepEqual(neighbours('a1').sort(), ['a2', 'b1'])
  assert.deepEqual(neighbours('c3').sort(), ['b3', 'c2', 'c4', 'd3'])
})
