// Sums as they are typed: `9*5-3`, `(9 x 5) - 3`, `beat h2 9S*5D-3H`. Numbers and ranks become tops of stacks, of
// equal tops the first that the sum does not name otherwise.

import { joined } from './expression.js'

const SAME = {
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

/** What a rank or a number counts, NaN if no card does. */
const counts = (rank) =>
  /^\d+$/.test(rank) ? Number(rank) : RANKS.indexOf(rank) + 1

/** Whether a text is meant for a sum: it says `beat`, or a sign follows an operand. */
export const isSum = (text) =>
  /^\s*beat\b|[\dAXJQKCDHS)]\s*([-+*/×·∙÷:−–]|x\s*[\dAXJQK(])/i.test(text)

/** {horseman: 'h2' | null, name, value}, or {why, what}: `unreadable`, `no_top`, `stack_twice`, `division_by_zero`.
 * tops: Map top -> number, in the order of the stacks. */
export function read(text, tops) {
  const plain = text
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/[×·∙÷:−–]/g, (sign) => SAME[sign])
  const [, horseman, sum] = plain.match(/^(?:BEAT)?(?:H(\d))?(.*)$/)
  const tokens = cut(sum)
  if (!tokens) return { why: 'unreadable', what: text.trim() }
  const named = name(tokens, tops)
  if (named.why) return named
  const reader = { tokens: named.tokens, at: 0, tops, zero: false }
  const value = total(reader)
  if (reader.zero) return { why: 'division_by_zero' }
  if (!value || reader.at < tokens.length)
    return { why: 'unreadable', what: text.trim() }
  return {
    horseman: horseman ? `h${horseman}` : null,
    name: named.tokens.join(''),
    value,
  }
}

/** Signs and operands, or null. Where no operand can stand, X is a sign. */
function cut(sum) {
  const tokens = []
  let complete = false // the last token ends an operand
  for (let rest = sum; rest; ) {
    const operand = complete ? null : rest.match(OPERAND)
    const token = operand?.[0] ?? (rest[0] === 'X' ? '*' : rest[0])
    if (!operand && !'+-*/()'.includes(token)) return null
    tokens.push(token)
    rest = rest.slice(token.length)
    complete = Boolean(operand) || token === ')'
  }
  return tokens
}

/** The tokens with a top in the place of each operand: {tokens} or {why, what}. */
function name(tokens, tops) {
  const cards = tokens.map((token) => {
    const operand = token.match(OPERAND)
    return operand?.[2] && RANKS[counts(operand[1]) - 1]
      ? RANKS[counts(operand[1]) - 1] + operand[2]
      : token
  })
  const named = cards.filter((token) => tops.has(token))
  const twice = named.find((top, place) => named.indexOf(top) !== place)
  if (twice) return { why: 'stack_twice', what: twice }
  const free = [...tops].filter(([top]) => !named.includes(top))
  for (const [place, token] of cards.entries()) {
    if (!OPERAND.test(token) || tops.has(token)) continue
    const found = token.match(OPERAND)[2]
      ? -1
      : free.findIndex(([, number]) => number === counts(token))
    if (found < 0) return { why: 'no_top', what: token }
    cards[place] = free.splice(found, 1)[0][0]
  }
  return { tokens: cards }
}

function total(reader) {
  let value = product(reader)
  while (value && '+-'.includes(reader.tokens[reader.at] ?? '.'))
    value = join(reader, value, product)
  return value
}

function product(reader) {
  let value = operand(reader)
  while (value && '*/'.includes(reader.tokens[reader.at] ?? '.'))
    value = join(reader, value, operand)
  return value
}

function join(reader, value, next) {
  const sign = reader.tokens[reader.at++]
  const other = next(reader)
  const made = other && joined(value, sign, other)
  if (other && !made) reader.zero = true
  return made
}

function operand(reader) {
  const token = reader.tokens[reader.at++]
  if (token !== '(')
    return reader.tops.has(token) ? [reader.tops.get(token), 1] : null
  const value = total(reader)
  return reader.tokens[reader.at++] === ')' ? value : null
}
