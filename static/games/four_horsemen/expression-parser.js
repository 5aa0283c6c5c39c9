// Parser of typed expressions: `9*5-3`, `(9 x 5) - 3`, `9*5-3=42`, `beat h2 9S*5D-3H`. Numbers and ranks mean tops of
// stacks; of equal tops the first one that the expression does not name otherwise.

import { calculate } from './expression.js'

/** @import { Fraction, Operator, Parsed, Parser, Unparsed } from './types.d.ts' */

/** @type {Record<string, Operator>} */
const SYNONYMS = {
  '×': '*',
  '·': '*',
  '∙': '*',
  '÷': '/',
  ':': '/',
  '−': '-',
  '–': '-',
}
const OPERAND = /^(\d+|[AXJQK])([CDHS]?)/
const RANKS = 'A23456789XJQK'

/** Returns the value of a rank or number; 0: no card has it. @param {string} rank */
const rankValue = (rank) => (/^\d+$/.test(rank) ? Number(rank) : RANKS.indexOf(rank) + 1)

/** Whether a text is an expression: it begins with `beat`, or an operator follows an operand.
 * @param {string} text */
export const isExpression = (text) =>
  /^\s*beat\b|[\dAXJQKCDHS)]\s*([-+*/×·∙÷:−–]|x\s*[\dAXJQK(])/i.test(text)

/**
 * @param {string} text
 * @param {Map<string, number>} tops top -> number, in the order of the stacks
 * @returns {Parsed}
 */
export function parseExpression(text, tops) {
  const plain = text
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/[×·∙÷:−–]/g, (sign) => SYNONYMS[sign])
  const [, number, formula, claimed] = /^(?:BEAT)?(?:H(\d))?([^=]*)(?:=(.*))?$/.exec(plain) ?? []
  const unreadable = /** @type {Parsed} */ ({
    error: 'unreadable',
    token: text.trim(),
  })
  if (/^[-+]/.test(formula ?? '')) return { error: 'sign_first', token: text.trim() }
  const tokens = tokenize(formula ?? '')
  if (!tokens) return unreadable
  const resolved = resolveTops(tokens, tops)
  if (resolved.error !== undefined) return resolved
  const parser = {
    tokens: resolved.tokens,
    offset: 0,
    tops,
    dividedByZero: false,
  }
  const value = parseSum(parser)
  if (parser.dividedByZero) return { error: 'division_by_zero' }
  if (!value || parser.offset < tokens.length) return unreadable
  return {
    horseman: number ? `h${number}` : null,
    expression: resolved.tokens.join(''),
    value,
    claimed: claimed ?? null,
  }
}

/** Splits a formula into operators, parentheses and operands, or null. Where no operand can be, X means multiplication.
 * @param {string} formula */
function tokenize(formula) {
  /** @type {string[]} */
  const tokens = []
  let afterOperand = false
  let rest = formula
  while (rest) {
    /** @type {RegExpExecArray | null} */
    const operand = afterOperand ? null : OPERAND.exec(rest)
    /** @type {string} */
    const token = operand?.[0] ?? (rest[0] === 'X' ? '*' : rest[0])
    if (!operand && !'+-*/()'.includes(token)) return null
    tokens.push(token)
    rest = rest.slice(token.length)
    afterOperand = Boolean(operand) || token === ')'
  }
  return tokens
}

/**
 * Replaces each operand by a top. Tops named with their suit are taken first.
 * @param {string[]} tokens
 * @param {Map<string, number>} tops
 * @returns {{tokens: string[], error?: undefined} | Unparsed}
 */
function resolveTops(tokens, tops) {
  const cards = tokens.map(withCanonicalRank)
  const named = cards.filter((token) => tops.has(token))
  const twice = named.find((top, index) => named.indexOf(top) !== index)
  if (twice) return { error: 'stack_twice', token: twice }
  const free = [...tops].filter(([top]) => !named.includes(top))
  for (const [index, token] of cards.entries()) {
    const operand = OPERAND.exec(token)
    if (!operand || tops.has(token)) continue
    const match = operand[2] ? -1 : free.findIndex(([, number]) => number === rankValue(token))
    if (match < 0) return { error: 'no_top', token }
    cards[index] = free.splice(match, 1)[0][0]
  }
  return { tokens: cards }
}

/** Writes a card with its rank in notation (`10H` as `XH`); other tokens stay. @param {string} token */
function withCanonicalRank(token) {
  const [, rank, suit] = OPERAND.exec(token) ?? []
  const letter = suit && RANKS[rankValue(rank) - 1]
  return letter ? letter + suit : token
}

/** @param {Parser} parser @returns {Fraction | null} */
function parseSum(parser) {
  let value = parseProduct(parser)
  while (value && '+-'.includes(parser.tokens[parser.offset] ?? '.'))
    value = parseOperation(parser, value, parseProduct)
  return value
}

/** @param {Parser} parser @returns {Fraction | null} */
function parseProduct(parser) {
  let value = parseOperand(parser)
  while (value && '*/'.includes(parser.tokens[parser.offset] ?? '.'))
    value = parseOperation(parser, value, parseOperand)
  return value
}

/**
 * @param {Parser} parser
 * @param {Fraction} left
 * @param {(parser: Parser) => Fraction | null} parseRight
 */
function parseOperation(parser, left, parseRight) {
  const operator = /** @type {Operator} */ (parser.tokens[parser.offset++])
  const right = parseRight(parser)
  const value = right && calculate(left, operator, right)
  if (right && !value) parser.dividedByZero = true
  return value
}

/** @param {Parser} parser @returns {Fraction | null} */
function parseOperand(parser) {
  const token = parser.tokens[parser.offset++]
  const number = parser.tops.get(token)
  if (token !== '(') return number === undefined ? null : [number, 1]
  const value = parseSum(parser)
  return parser.tokens[parser.offset++] === ')' ? value : null
}
