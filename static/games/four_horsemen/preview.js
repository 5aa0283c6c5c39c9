// What an expression would do, as a preview of the server's answer: the horsemen that it equals, how far it is from the
// nearest one, and the move that a typed expression means.

import {
  displayFraction,
  equals,
  formatFraction,
  fraction,
} from './expression.js'
import { isExpression, parseExpression } from './expression-parser.js'
import { HORSEMEN } from './places.js'

/** @import { ExpressionBuilder, Fraction, HorsemenState, HorsemenView } from './types.d.ts' */

const NEAR = 5 // the largest distance from a horseman's value that is shown

/** Whether horsemen may be defeated now: the server's list has an opening `beat ... ...` then.
 * @param {HorsemenState} frame */
export const canDefeat = ({ legal }) =>
  legal.some(([move]) => move.startsWith('beat ') && move.endsWith(' ...'))

/** Whether the hand has to be played before horsemen may be defeated, as in version 1 of the rules.
 * @param {HorsemenState} frame */
export const handComesFirst = (frame) =>
  frame.legal.length > 0 && !canDefeat(frame)

/**
 * The horsemen that a merged chip equals: Map name -> the expression.
 * @param {HorsemenView} view
 * @param {ExpressionBuilder} builder
 */
export function matchingHorsemen({ horsemen }, builder) {
  /** @type {Map<string, string>} */
  const matches = new Map()
  for (const [index, one] of horsemen.entries()) {
    const expression = one && builder.expressionFor(one.value)
    if (expression) matches.set(HORSEMEN[index], expression)
  }
  return matches
}

/**
 * The line of the calculator: the expression in the making, its value, and what that defeats or nearly defeats.
 * @param {ExpressionBuilder} builder
 * @param {HorsemenState} frame
 * @param {Translate} t
 */
export function previewText({ text, value, picked }, frame, t) {
  if (!value || !picked?.startsWith('(')) return text
  const match = frame.view.horsemen.find(
    (one) => one && equals(value, one.value),
  )
  if (match) {
    const key = handComesFirst(frame) ? 'will_defeat' : 'defeats'
    return `${text} ✓ ${t(`four_horsemen.${key}`, { value: match.value })}`
  }
  const distance = distanceText(value, frame.view, t)
  return distance ? `${text} · ${distance}` : text
}

/**
 * "3 away from 42", of the nearest horseman; empty when none is within NEAR.
 * @param {Fraction} value
 * @param {HorsemenView} view
 * @param {Translate} t
 */
function distanceText([numerator, denominator], { horsemen }, t) {
  const gaps = horsemen.flatMap((one) => {
    const gap =
      one &&
      fraction(Math.abs(one.value * denominator - numerator), denominator)
    return gap ? [{ value: one.value, gap, size: gap[0] / gap[1] }] : []
  })
  const [nearest] = gaps.sort((a, b) => a.size - b.size)
  if (!nearest || nearest.size > NEAR) return ''
  return t('four_horsemen.away', {
    gap: formatFraction(nearest.gap),
    value: nearest.value,
  })
}

/**
 * The move that a typed expression means, or why it is none; null when the text is no expression.
 * @param {string} text
 * @param {Map<string, number>} tops
 * @param {HorsemenState} frame
 * @param {Translate} t
 */
export function readTyped(text, tops, frame, t) {
  if (!isExpression(text)) return null
  const parsed = parseExpression(text, tops)
  if (parsed.error !== undefined)
    return {
      why: t(`four_horsemen.typed.${parsed.error}`, { what: parsed.token }),
    }
  const { value, expression, claimed } = parsed
  if (claimed !== null && claimed !== formatFraction(value))
    return {
      why: t('four_horsemen.typed.other_value', {
        what: text.trim(),
        value: displayFraction(value),
      }),
    }
  const matches = HORSEMEN.filter((_, index) =>
    equals(value, frame.view.horsemen[index]?.value),
  )
  const horseman = parsed.horseman ?? matches[0]
  if (!matches.includes(horseman)) {
    const sentence = t('four_horsemen.typed.nobody', {
      value: displayFraction(value),
    })
    return { why: `${sentence} ${distanceText(value, frame.view, t)}`.trim() }
  }
  if (handComesFirst(frame))
    return { why: t('four_horsemen.refused.hand_not_empty') }
  return { move: `beat ${horseman} ${expression}` }
}
