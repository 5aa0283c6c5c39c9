// Preview of an expression: the horsemen that it equals, the distance to the nearest one, and the move of a typed
// expression.

import { displayFraction, equals, formatFraction, fraction } from './expression.js'
import { isExpression, parseExpression } from './expression-parser.js'
import { cardValue, HORSEMEN } from './places.js'

/** @import { ExpressionBuilder, Fraction, HorsemenState, HorsemenView } from './types.d.ts' */

const MAX_GAP = 5 // largest shown distance from a horseman's value

/** Whether horsemen may be defeated now: then the server's list has an opening `beat ... ...`.
 * @param {HorsemenState} frame */
export const canDefeat = ({ legal }) =>
  legal.some(([move]) => move.startsWith('beat ') && move.endsWith(' ...'))

/** Whether the hand has to be played before horsemen may be defeated, as in version 1 of the rules.
 * @param {HorsemenState} frame */
export const handComesFirst = (frame) => frame.legal.length > 0 && !canDefeat(frame)

/**
 * Returns the horsemen that a merged chip equals: Map name -> expression.
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

/** Returns the values of the tops, in the order of the stacks. @param {HorsemenView} view @returns {Map<string, number>} */
export const valuesOf = ({ stacks }) => new Map(stacks.map(({ top }) => [top, cardValue(top)]))

/**
 * Returns the line of the calculator: why the last press did nothing, else the current expression, its value, and the
 * horseman that it defeats or nearly does.
 * @param {ExpressionBuilder} builder
 * @param {HorsemenState} frame
 * @param {Translate} t
 */
export function previewText({ refused, text, value, picked }, frame, t) {
  if (refused) return t(`four_horsemen.refused.${refused}`)
  if (!value || !picked?.startsWith('(')) return text
  const match = frame.view.horsemen.find((one) => one && equals(value, one.value))
  if (match) {
    const key = handComesFirst(frame) ? 'will_defeat' : 'defeats'
    return `${text} ✓ ${t(`four_horsemen.${key}`, { value: match.value })}`
  }
  const distance = distanceText(value, frame.view, t)
  return distance ? `${text} · ${distance}` : text
}

/**
 * Returns "3 away from 42" for the nearest horseman; empty: none is within MAX_GAP.
 * @param {Fraction} value
 * @param {HorsemenView} view
 * @param {Translate} t
 */
function distanceText([numerator, denominator], { horsemen }, t) {
  const gaps = horsemen.flatMap((one) => {
    const gap = one && fraction(Math.abs(one.value * denominator - numerator), denominator)
    return gap ? [{ value: one.value, gap, size: gap[0] / gap[1] }] : []
  })
  const [nearest] = gaps.sort((a, b) => a.size - b.size)
  if (!nearest || nearest.size > MAX_GAP) return ''
  return t('four_horsemen.away', {
    gap: formatFraction(nearest.gap),
    value: nearest.value,
  })
}

/**
 * Returns the move of a typed expression, or why there is none; null: the text is no expression.
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
  const matches = HORSEMEN.filter((_, index) => equals(value, frame.view.horsemen[index]?.value))
  const horseman = parsed.horseman ?? matches[0]
  if (!matches.includes(horseman)) {
    const sentence = t('four_horsemen.typed.nobody', {
      value: displayFraction(value),
    })
    return { why: `${sentence} ${distanceText(value, frame.view, t)}`.trim() }
  }
  if (handComesFirst(frame)) return { why: t('four_horsemen.refused.hand_not_empty') }
  return { move: `beat ${horseman} ${expression}` }
}
