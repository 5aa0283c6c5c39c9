// The position text and the notation of Cardmate against printers of their own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  capturers,
  cardLabel,
  moveSentence,
  otherSide,
  parseNotation,
  parsePosition,
  RANKS,
  ROWS,
  splitTold,
} from '../../static/games/cardmate/position.js'
import {
  compulsoryMoves,
  longestChain,
  moment,
  picture,
} from '../../static/games/cardmate/story.js'
import fc from './properties.js'

/** @import { CardmateState } from '../../static/games/cardmate/position.js' */

const someCard = fc
  .tuple(fc.constantFrom(...RANKS), fc.constantFrom(...'CDHS'))
  .map(([rank, suit]) => rank + suit)
const someSquare = fc.constantFrom(...ROWS.flat())

/** Different cards on different squares: [square, card, owner]. */
const somePlacement = fc
  .tuple(
    fc.uniqueArray(someCard, { maxLength: 40 }),
    fc.uniqueArray(someSquare, { minLength: 40, maxLength: 40 }),
    fc.array(fc.constantFrom(0, 1), { minLength: 40, maxLength: 40 }),
  )
  .map(([cards, squares, owners]) =>
    cards.map(
      (card, index) =>
        /** @type {[string, string, number]} */ ([squares[index], card, owners[index]]),
    ),
  )

/** The position text: ten ranks from 9 to 0, cards with their sign and counts of empty squares between dots.
 * @param {[string, string, number][]} placement @param {string} side */
function print(placement, side = 'F') {
  const ranks = ROWS.map((row) => {
    /** @type {string[]} */
    const tokens = []
    let empty = 0
    const flush = () => {
      if (empty) tokens.push(String(empty))
      empty = 0
    }
    for (const square of row) {
      const found = placement.find(([place]) => place === square)
      if (!found) empty += 1
      else {
        flush()
        tokens.push((found[2] === 0 ? '+' : '-') + found[1])
      }
    }
    flush()
    return tokens.join('.')
  })
  return `${ranks.join('/')} ${side}`
}

/** @param {Partial<CardmateState>} frame */
const frameWith = (frame) => /** @type {CardmateState} */ (frame)

test('the parser gives back every card where it was printed', () => {
  fc.assert(
    fc.property(somePlacement, (placement) => {
      const cards = parsePosition(print(placement))
      assert.equal(cards.size, placement.length)
      for (const [square, piece, owner] of placement)
        assert.deepEqual(cards.get(square), { piece, owner, suit: piece[1] })
    }),
  )
})

test('the squares run from a9 to j0, ten by ten', () => {
  const corners = [ROWS[0][0], ROWS[0][9], ROWS[9][0], ROWS[9][9]]
  assert.deepEqual(corners, ['a9', 'j9', 'a0', 'j0'])
  assert.equal(new Set(ROWS.flat()).size, 100)
})

test('cards must capture only while the game is live', () => {
  const view = { position: '', must: ['f3', 'g5'] }
  assert.deepEqual(capturers({ status: 'live', view }), ['f3', 'g5'])
  assert.deepEqual(capturers({ status: 'ended', view }), [])
  assert.deepEqual(capturers({ status: 'live', view: { position: '' } }), [])
})

test('the notation of an own card names its square and its target', () => {
  fc.assert(
    fc.property(
      somePlacement,
      someSquare,
      fc.constantFrom('', ':', 'x', '×', ' '),
      fc.constantFrom('', '=A', '1', '+', '×', '#'),
      (placement, target, sign, end) => {
        fc.pre(placement.length > 0)
        const [[square, card, owner]] = placement
        const view = { position: print(placement) }
        const typed = card + sign + target + end
        for (const text of [typed, typed.toLowerCase()]) {
          const own = parseNotation(text, frameWith({ turn: owner, view }))
          assert.deepEqual(own, [square, target])
          const other = frameWith({ turn: 1 - owner, view })
          assert.equal(parseNotation(text, other), null)
        }
      },
    ),
  )
})

test('what is no notation is left to the other readers', () => {
  const view = { position: print([['f3', 'JS', 0]]) }
  for (const text of ['', 'zz', 'c7c6', 'g5 g7', 'JS:k5', 'JS', '0S:g5'])
    assert.equal(parseNotation(text, frameWith({ turn: 0, view })), null, text)
})

test('a move is a sentence about its cards', () => {
  /** @type {Translate} */
  const t = (key, params = {}) => `${key}(${Object.values(params).join()})`
  const frame = frameWith({ view: { position: '10/10/10/10/5.+JS.-8S.3/3.+1D.6/10/10/10/10 F' } })
  assert.equal(moveSentence('f5 g5', frame, t), 'cardmate.takes(J♠,f5,g5,8♠)')
  assert.equal(moveSentence('f5 f6', frame, t), 'cardmate.goes(J♠,f5,f6,)')
  assert.equal(moveSentence('d4 d5 A', frame, t), 'cardmate.goes.A(1♦,d4,d5,)')
  assert.equal(cardLabel('XH'), '10♥')
})

test('a told move is parted into its card and the rest', () => {
  assert.deepEqual(splitTold('XH:g5+'), { card: '10♥', suit: 'H', rest: ':g5+' })
  assert.deepEqual(splitTold('1De5=A'), { card: '1♦', suit: 'D', rest: 'e5=A' })
  assert.equal(splitTold('resigned'), null)
})

test('the other side of a position moves, and the rest stays', () => {
  assert.equal(otherSide('10/10 F 12'), '10/10 R 12')
  assert.equal(otherSide('10/10 R'), '10/10 F')
})

/** A game of these moves, in which each side lost these cards. @param {string[]} told @param {string[][]} taken */
const played = (told, ...taken) => frameWith({ told, view: { position: '10 R', taken } })

test('captures of the own suit are counted by the cards that were lost', () => {
  const told = ['4Ci3', '9S:a3', '1D:a3', '8S:g5', 'JS:g5', '8H:d4', 'QH:d4']
  const marks = compulsoryMoves(played(told, ['2S', '3C', '5H'], ['9S', '8S', '8H']))
  assert.deepEqual(marks, [false, true, false, false, true, true, true])
  assert.equal(longestChain(marks), 3)
  assert.equal(longestChain([true, true, false, true, true, true]), 3)
  assert.equal(longestChain([]), 0)
})

test('the picture of a game has a sign a move, ten in a line', () => {
  const told = ['4Ci3', '9S:a3', '1D:a3', '8S:g5+', ...Array(7).fill('4Ci3')]
  const signs = picture(played(told, ['2S', '3C'], ['9S', '8S']))
  assert.equal(signs, '⬜🟪🟥👑⬜⬜⬜⬜⬜⬜\n⬜')
})

test('a moment is a King, an Ace, or a link of a chain', () => {
  /** @type {Translate} */
  const t = (key) => key
  const at = (/** @type {number[]} */ kings, told = 'QS:f0', must = ['a1']) =>
    frameWith({ told: [told], view: { position: '', kings, must } })
  const label = (/** @type {CardmateState} */ after, must = ['a1']) =>
    moment(at([2, 2], '', must), after, t)
  assert.equal(label(at([1, 2])), 'cardmate.moment.king')
  assert.equal(label(at([2, 0])), 'cardmate.moment.last_king')
  assert.equal(label(at([2, 2], '1De5=A')), 'cardmate.moment.ace')
  assert.equal(label(at([2, 2])), 'cardmate.moment.chain')
  assert.equal(label(at([2, 2], 'QSf0', [])), null)
  assert.equal(label(at([2, 2]), []), null)
})
