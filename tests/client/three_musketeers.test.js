// The position text of Three Musketeers against a printer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  parsePosition,
  ROWS,
} from '../../static/games/three_musketeers/position.js'

const somePieces = fc.array(fc.constantFrom('M', 'o', '.'), {
  minLength: 25,
  maxLength: 25,
})

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
        const expected =
          piece === '.' ? undefined : { piece, owner: piece === 'M' ? 0 : 1 }
        assert.deepEqual(parsed.get(square), expected)
      }
    }),
  )
})

test('the squares run from a5 to e1', () => {
  assert.deepEqual(
    [ROWS[0][0], ROWS[0][4], ROWS[4][0], ROWS[4][4]],
    ['a5', 'e5', 'a1', 'e1'],
  )
})
