// Expressions of Four Horsemen: values against a BigInt evaluation, the parser against a printer, the builder's steps.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  calculate,
  displayFraction,
  ExpressionBuilder,
  equals,
  formatFraction,
  fraction,
} from '../../static/games/four_horsemen/expression.js'
import {
  isExpression,
  parseExpression,
} from '../../static/games/four_horsemen/expression-parser.js'
import {
  canDefeat,
  handComesFirst,
  matchingHorsemen,
  previewText,
  readTyped,
} from '../../static/games/four_horsemen/preview.js'
import { effect } from '../../static/vendor/preact.js'
import fc from './properties.js'

/** @import { Fraction, Operator } from '../../static/games/four_horsemen/types.d.ts' */
/** @import { HorsemenView } from '../../static/games/four_horsemen/types.d.ts' */

/** A top, or two trees and an operator. @typedef {string | {operator: Operator, left: Tree, right: Tree}} Tree */
/** @typedef {[numerator: bigint, denominator: bigint] | null} Exact */

const RANKS = 'A23456789XJQK'
const OPERATORS = /** @type {Operator[]} */ (['+', '-', '*', '/'])
/** @param {string} card */
const cardValue = (card) => RANKS.indexOf(card[0]) + 1

/** Up to six tops of different cards, as they stand on the table. */
const someTops = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...RANKS), fc.constantFrom(...'CDHS'))
    .map(([rank, suit]) => rank + suit),
  { minLength: 1, maxLength: 6 },
)

/** A tree over all of these tops, in their order. @param {string[]} tops @returns {fc.Arbitrary<Tree>} */
function treeOver(tops) {
  if (tops.length === 1) return fc.constant(tops[0])
  return fc
    .tuple(fc.integer({ min: 1, max: tops.length - 1 }), fc.constantFrom(...OPERATORS))
    .chain(([split, operator]) =>
      fc.record({
        operator: fc.constant(operator),
        left: treeOver(tops.slice(0, split)),
        right: treeOver(tops.slice(split)),
      }),
    )
}

const someTree = someTops.chain((tops) => treeOver(tops).map((tree) => ({ tops, tree })))

/** @param {string[]} tops */
const tableOf = (tops) => new Map(tops.map((top) => [top, cardValue(top)]))

/** With the parentheses that are needed, and no others. @param {Tree} tree @param {(top: string) => string} operand
 * @returns {string} */
function print(tree, operand = String) {
  if (typeof tree === 'string') return operand(tree)
  const { operator, left, right } = tree
  return (
    wrapped(left, levelOf(operator), operand) +
    operator +
    wrapped(right, levelOf(operator) + 1, operand)
  )
}

/** @param {Tree} tree @param {number} level @param {(top: string) => string} operand */
function wrapped(tree, level, operand) {
  const text = print(tree, operand)
  return typeof tree !== 'string' && levelOf(tree.operator) < level ? `(${text})` : text
}

/** @param {Operator} operator */
const levelOf = (operator) => ('*/'.includes(operator) ? 1 : 0)

/** The value in BigInt, not in lowest terms; null for a division by zero. @param {Tree} tree @returns {Exact} */
function evaluate(tree) {
  if (typeof tree === 'string') return [BigInt(cardValue(tree)), 1n]
  const [left, right] = [evaluate(tree.left), evaluate(tree.right)]
  if (!left || !right) return null
  const [[a, b], [c, d]] = [left, right]
  if (tree.operator === '+') return [a * d + c * b, b * d]
  if (tree.operator === '-') return [a * d - c * b, b * d]
  if (tree.operator === '*') return [a * c, b * d]
  return c === 0n ? null : [a * d, b * c]
}

/** @param {Fraction} value @param {NonNullable<Exact>} exact */
function assertSame([numerator, denominator], [over, under]) {
  assert.equal(BigInt(numerator) * under, over * BigInt(denominator))
}

/** @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a)

test('a fraction is in lowest terms, its denominator is positive, and zero has no sign', () => {
  const someInteger = fc.integer({ min: -5000, max: 5000 })
  fc.assert(
    fc.property(someInteger, someInteger, (over, under) => {
      const value = fraction(over, under)
      if (under === 0) return assert.equal(value, null)
      assert.ok(value)
      const [numerator, denominator] = value
      assert.ok(denominator > 0)
      assert.ok(!Object.is(numerator, -0))
      assert.ok(numerator * under === over * denominator)
      assert.equal(divisor(Math.abs(numerator), denominator), 1)
    }),
  )
})

test('every expression has the value of its evaluation in BigInt', () => {
  fc.assert(
    fc.property(someTree, ({ tree }) => {
      const exact = evaluate(tree)
      const value = calculated(tree)
      if (!exact) return assert.equal(value, null)
      assert.ok(value)
      assertSame(value, exact)
    }),
  )
})

/** @param {Tree} tree @returns {Fraction | null} */
function calculated(tree) {
  if (typeof tree === 'string') return [cardValue(tree), 1]
  const [left, right] = [calculated(tree.left), calculated(tree.right)]
  return left && right && calculate(left, tree.operator, right)
}

test('the parser gives back what was printed, with its value', () => {
  fc.assert(
    fc.property(someTree, ({ tops, tree }) => {
      const text = print(tree)
      const parsed = parseExpression(text, tableOf(tops))
      const exact = evaluate(tree)
      if (!exact) return assert.equal(parsed.error, 'division_by_zero')
      assert.ok(parsed.error === undefined, parsed.error)
      assert.equal(parsed.expression, text)
      assert.equal(parsed.horseman, null)
      assertSame(parsed.value, exact)
    }),
  )
})

test('typed signs, spaces, small letters and numbers mean the same expression', () => {
  /** @type {Record<string, string[]>} */
  const spellings = {
    '+': ['+', ' + '],
    '-': ['-', '−', '–', ' - '],
    '*': ['*', '×', '·', '∙', ' x '],
    '/': ['/', '÷', ':'],
  }
  fc.assert(
    fc.property(someTree, fc.nat(), ({ tops, tree }, seed) => {
      const plain = print(tree)
      const typed = plain
        .replace(/[-+*/]/g, (sign) => {
          const choices = spellings[sign]
          return choices[seed % choices.length]
        })
        .toLowerCase()
      assert.deepEqual(parseExpression(typed, tableOf(tops)), parseExpression(plain, tableOf(tops)))
    }),
  )
})

test('a number stands for the first top that counts it and is not named otherwise', () => {
  fc.assert(
    fc.property(someTree, fc.nat(63), ({ tops, tree }, named) => {
      const typed = print(tree, (top) =>
        (named >> tops.indexOf(top)) & 1 ? top : String(cardValue(top)),
      )
      const parsed = parseExpression(typed, tableOf(tops))
      const exact = evaluate(tree)
      if (!exact) return assert.equal(parsed.error, 'division_by_zero')
      assert.ok(parsed.error === undefined, parsed.error)
      assertSame(parsed.value, exact)
      const used = parsed.expression.match(/[A2-9XJQK][CDHS]/g) ?? []
      assert.deepEqual([...used].sort(), [...tops].sort())
    }),
  )
})

test('what is no expression over the tops says why', () => {
  const tops = tableOf(['9S', '5D', '3H', 'JC', '9H'])
  for (const [text, error, token] of [
    ['9**5', 'unreadable', '9**5'],
    ['(9+5', 'unreadable', '(9+5'],
    ['9+5)', 'unreadable', '9+5)'],
    ['9?5', 'unreadable', '9?5'],
    ['-3+9*5', 'sign_first', '-3+9*5'],
    ['4*5', 'no_top', '4'],
    ['9+9+9', 'no_top', '9'],
    ['4S*5', 'no_top', '4S'],
    ['9S*9s', 'stack_twice', '9S'],
    ['5/(9-9)', 'division_by_zero', undefined],
  ]) {
    const parsed = parseExpression(String(text), tops)
    assert.equal(parsed.error, error, text)
    assert.equal('token' in parsed ? parsed.token : undefined, token, text)
  }
})

test('a horseman is named before the expression, and ten is the card X', () => {
  const parsed = parseExpression('beat h2 10h - 5', tableOf(['XH', '5D']))
  const rest = { value: [5, 1], claimed: null }
  assert.deepEqual(parsed, { horseman: 'h2', expression: 'XH-5D', ...rest })
})

test('only a text with an operator after an operand, or with beat, is read as an expression', () => {
  for (const text of ['9*5', '9 x 5', '(9S-5)', 'beat h1 9', 'a+k', '9:3'])
    assert.equal(isExpression(text), true, text)
  for (const text of ['draw', 'reserve', 'play 9S', 'play KS', '9', ''])
    assert.equal(isExpression(text), false, text)
})

/** A builder of sums over these tops in which these chips and signs were tapped in turn. @param {string[]} tops
 * @param {string} [taps] */
function tapped(tops, taps = '') {
  const builder = new ExpressionBuilder()
  builder.setTops(tableOf(tops))
  for (const tap of taps.split(' ').filter(Boolean))
    if ('+-*/'.includes(tap)) builder.setOperator(/** @type {Operator} */ (tap))
    else builder.pick(tap)
  return builder
}

/** A builder in which the tree was merged chip by chip; null where a division by zero stopped it.
 * @param {string[]} tops @param {Tree} tree */
function build(tops, tree) {
  const builder = tapped(tops)
  /** @param {Tree} part @returns {string | null} the chip's name */
  const merge = (part) => {
    if (typeof part === 'string') return part
    const left = merge(part.left)
    const right = left && merge(part.right)
    if (!left || !right) return null
    assert.equal(builder.pick(left), 'picked')
    assert.equal(builder.setOperator(part.operator), true)
    const result = builder.pick(right)
    if (result === 'division_by_zero') return null
    assert.equal(result, 'merged')
    return `(${left}${part.operator}${right})`
  }
  const name = merge(tree)
  return { builder, name }
}

test('merging chips builds the same expression as typing it', () => {
  fc.assert(
    fc.property(someTree, ({ tops, tree }) => {
      fc.pre(typeof tree !== 'string')
      const { builder, name } = build(tops, tree)
      const exact = evaluate(tree)
      assert.equal(name === null, exact === null)
      if (!name || !exact) return
      assert.equal(builder.picked, name)
      assert.ok(builder.value)
      assertSame(builder.value, exact)
      const parsed = parseExpression(name, tableOf(tops))
      assert.ok(parsed.error === undefined)
      assert.deepEqual(parsed.value, builder.value)
      const [numerator, denominator] = builder.value
      if (denominator === 1) assert.equal(builder.expressionFor(numerator), name.slice(1, -1))
    }),
  )
})

test('undo takes every step back until nothing is left', () => {
  fc.assert(
    fc.property(someTree, ({ tops, tree }) => {
      fc.pre(typeof tree !== 'string')
      const { builder } = build(tops, tree)
      let steps = 0
      while (builder.undo()) steps += 1
      assert.ok(steps > 0)
      assert.equal(builder.changed, false)
      assert.equal(builder.text, '')
      for (const top of tops) assert.equal(builder.chip(top)?.name, top)
    }),
  )
})

test('a chip whose stacks are gone is dropped, and the others stay', () => {
  const builder = tapped(['9S', '5D', 'JC', '9H'], '9S * 5D JC * 9H')
  builder.setTops(tableOf(['JC', '9H', '2S']))
  assert.deepEqual(
    builder.merged.map(({ name }) => name),
    ['(JC*9H)'],
  )
  assert.equal(builder.undo(), false)
  assert.equal(builder.pick('JC'), 'used')
})

test('a chip is not merged with itself and nothing is divided by zero', () => {
  const builder = tapped(['9S', '9H', '5D'])
  assert.equal(builder.setOperator('+'), false)
  assert.equal(builder.refused, 'sign_first')
  builder.pick('9S')
  assert.equal(builder.refused, null)
  builder.setOperator('-')
  assert.equal(builder.pick('9S'), 'stack_twice')
  assert.equal(builder.refused, 'stack_twice')
  builder.pick('9H')
  builder.pick('5D')
  builder.setOperator('/')
  assert.equal(builder.pick('(9S-9H)'), 'division_by_zero')
  assert.equal(builder.refused, 'division_by_zero')
  assert.equal(builder.text, '5 ÷ ?')
  builder.undo()
  assert.equal(builder.refused, null)
})

test('two chips are joined at once, also while a sign waits', () => {
  const builder = tapped(['9S', '5D', '3H'], '3H /')
  assert.equal(builder.join('9S', '*', '5D'), 'merged')
  assert.equal(builder.text, '9 × 5 = 45')
  assert.equal(builder.join('(9S*5D)', '-', '3H'), 'merged')
  assert.equal(builder.expressionFor(42), '(9S*5D)-3H')
})

test('what is computed from the sums follows each step', () => {
  const builder = new ExpressionBuilder()
  /** @type {string[]} */
  const texts = []
  const end = effect(() => {
    texts.push(builder.text)
  })
  builder.setTops(tableOf(['9S', '5D']))
  builder.pick('9S')
  builder.setOperator('*')
  builder.pick('5D')
  builder.undo()
  builder.clear()
  end()
  assert.deepEqual(
    texts.filter((text, index) => text !== texts[index - 1]),
    ['', '9', '9 × ?', '9 × 5 = 45', '9 × ?', ''],
  )
})

test('fractions are written as people read them', () => {
  assert.equal(formatFraction([42, 1]), '42')
  assert.equal(formatFraction([-9, 5]), '-9/5')
  assert.equal(displayFraction([-9, 5]), '−9/5')
  assert.equal(equals([42, 1], 42), true)
  assert.equal(equals([42, 5], 42), false)
})

/** A sentence as its key and parameters. @type {Translate} */
const t = (key, params = {}) => `${key} ${JSON.stringify(params)}`

/** A frame with these horsemen. @param {(number | null)[]} values @param {boolean} open */
function frameWith(values, open) {
  const horsemen = values.map((value) => value && { cards: [], value })
  const legal = open ? [['beat h1 ...', '']] : [['draw', 'draw']]
  return /** @type {State<HorsemenView>} */ (/** @type {unknown} */ ({ view: { horsemen }, legal }))
}

test('the preview finds the horseman that is matched, and else the nearest one', () => {
  const builder = tapped(['9S', '5D', '3H'], '9S * 5D')
  const frame = frameWith([42, 86, null], true)
  assert.equal(
    previewText(builder, frame, t),
    '9 × 5 = 45 · four_horsemen.away {"gap":"3","value":42}',
  )
  assert.equal(previewText(builder, frameWith([86], true), t), '9 × 5 = 45')
  builder.setOperator('-')
  builder.pick('3H')
  assert.equal(
    previewText(builder, frame, t),
    '(9 × 5) − 3 = 42 ✓ four_horsemen.defeats {"value":42}',
  )
  assert.match(previewText(builder, frameWith([42], false), t), /four_horsemen\.will_defeat/)
  assert.deepEqual([...matchingHorsemen(frame.view, builder)], [['h1', '(9S*5D)-3H']])
})

test('a typed expression is a move against the horseman that it equals, and may end with its value', () => {
  const tops = tableOf(['9S', '5D', '3H'])
  const read = (/** @type {string} */ typed, frame = frameWith([86, 42], true)) =>
    readTyped(typed, tops, frame, t)
  assert.equal(read('draw'), null)
  for (const typed of ['9*5-3', '9*5-3=42', 'h2 9*5 − 3 = 42'])
    assert.deepEqual(read(typed), { move: 'beat h2 9S*5D-3H' }, typed)
  for (const [typed, why] of /** @type {const} */ ([
    ['beat h1 9*5-3', /typed\.nobody/],
    ['9*5', /typed\.nobody.*away/],
    ['9*4', /typed\.no_top/],
    ['9*5-3=43', /other_value/],
    ['9*5-3=', /other_value/],
    ['9*5-3=42=42', /other_value/],
  ]))
    assert.match(read(typed)?.why ?? '', why, typed)
  assert.match(read('9*5-3', frameWith([42], false))?.why ?? '', /hand_not_empty/)
})

test('horsemen may be defeated whenever the list of moves has an opening', () => {
  const open = frameWith([42], true)
  assert.equal(canDefeat(open), true)
  assert.equal(handComesFirst(open), false)
  const version1 = frameWith([42], false)
  assert.equal(canDefeat(version1), false)
  assert.equal(handComesFirst(version1), true)
  const over = { ...open, legal: [] }
  assert.equal(canDefeat(over), false)
  assert.equal(handComesFirst(over), false)
})
