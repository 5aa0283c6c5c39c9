// Expressions over the tops of stacks, only as a preview (the server decides): exact fractions, and the builder that merges
// chips two by two.

import { batch, signal } from '../../vendor/preact.js'

/** @import { Chip, Fraction, Operator } from './types.d.ts' */
/** The free merged chips, the name of the picked chip, and the operator that waits for its second chip.
 * @typedef {{ merged: readonly Chip[], picked: string | null, operator: Operator | null }} Step */
/** @typedef {'stack_twice' | 'division_by_zero' | 'sign_first'} Refusal */

/** Printed signs of the operators. @type {Record<Operator, string>} */
export const OPERATOR_SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' }

/**
 * Creates a fraction in lowest terms with a positive denominator; null: division by zero.
 * @param {number} numerator
 * @param {number} denominator
 * @returns {Fraction | null}
 */
export function fraction(numerator, denominator = 1) {
  if (denominator === 0) return null
  const divisor =
    greatestCommonDivisor(Math.abs(numerator), Math.abs(denominator)) * Math.sign(denominator)
  return [numerator / divisor || 0, denominator / divisor] // `|| 0` turns -0 into 0
}

/** @param {number} a @param {number} b @returns {number} */
const greatestCommonDivisor = (a, b) => (b ? greatestCommonDivisor(b, a % b) : a || 1)

/**
 * Calculates `left operator right` exactly; null: division by zero.
 * @param {Fraction} left
 * @param {Operator} operator
 * @param {Fraction} right
 */
export function calculate([a, b], operator, [c, d]) {
  if (operator === '+') return fraction(a * d + c * b, b * d)
  if (operator === '-') return fraction(a * d - c * b, b * d)
  if (operator === '*') return fraction(a * c, b * d)
  return fraction(a * d, b * c)
}

/** `42`, `-3`, `9/5`. @param {Fraction} value */
export const formatFraction = ([numerator, denominator]) =>
  denominator === 1 ? String(numerator) : `${numerator}/${denominator}`

/** Formats a fraction with a printed minus sign. @param {Fraction} value */
export const displayFraction = (value) => formatFraction(value).replace('-', '−')

/** @param {Fraction} value @param {number | undefined} number */
export const equals = ([numerator, denominator], number) =>
  denominator === 1 && numerator === number

/** Strips the parentheses around the whole name or text of a merged chip. @param {string} text */
const stripParentheses = (text) => (text.startsWith('(') ? text.slice(1, -1) : text)

/** @type {Step} */
const NOTHING = { merged: [], picked: null, operator: null }

/** Merges chips into an expression: pick a chip, then an operator, then the second chip. Keeps every step for undo. */
export class ExpressionBuilder {
  /** Top -> its chip. */
  #tops = signal(/** @type {ReadonlyMap<string, Chip>} */ (new Map()))
  #step = signal(NOTHING)
  /** The steps before, for undo. */
  #history = signal(/** @type {readonly Step[]} */ ([]))
  #refused = signal(/** @type {Refusal | null} */ (null))

  get merged() {
    return this.#step.value.merged
  }

  get picked() {
    return this.#step.value.picked
  }

  get operator() {
    return this.#step.value.operator
  }

  /** Why the last press did nothing; null: it did something, or its chip is used up. */
  get refused() {
    return this.#refused.value
  }

  /**
   * Sets the tops of the stacks: Map top -> number. If they have changed, merged chips of other tops and the history are
   * dropped.
   * @param {Map<string, number>} tops
   */
  setTops(tops) {
    this.#refused.value = null
    const before = this.#tops.peek()
    const same = tops.size === before.size && [...tops.keys()].every((top) => before.has(top))
    if (same) return
    const merged = this.merged.filter((chip) => chip.tops.every((top) => tops.has(top)))
    batch(() => {
      this.#tops.value = new Map([...tops].map(([top, number]) => [top, topChip(top, number)]))
      this.#step.value = { ...this.#step.peek(), merged }
      if (!this.pickedChip) this.#step.value = { ...NOTHING, merged }
      this.#history.value = []
    })
  }

  /**
   * Returns the free chip of this name, or undefined; a top that is part of a merged chip is not free.
   * @param {string} name
   */
  chip(name) {
    return (
      this.merged.find((chip) => chip.name === name) ??
      (this.chipWith(name) ? undefined : this.#tops.value.get(name))
    )
  }

  /** Returns the merged chip that contains this top, or undefined. @param {string} top */
  chipWith(top) {
    return this.merged.find((chip) => chip.tops.includes(top))
  }

  get pickedChip() {
    return this.picked === null ? undefined : this.chip(this.picked)
  }

  /**
   * Picks a chip, or after an operator merges it with the picked one. Returns `picked` or `merged`, or why nothing happened:
   * `used`, `stack_twice`, `division_by_zero`.
   * @param {string} name
   */
  pick(name) {
    return batch(() => {
      const result = this.#pick(name)
      this.#refused.value =
        result === 'stack_twice' || result === 'division_by_zero' ? result : null
      return result
    })
  }

  /** @param {string} name */
  #pick(name) {
    const chip = this.chip(name)
    if (!chip) return 'used'
    const left = this.pickedChip
    if (!this.operator || !left) {
      if (this.picked !== name) this.#go({ picked: name })
      return 'picked'
    }
    if (name === this.picked) return 'stack_twice'
    const value = calculate(left.value, this.operator, chip.value)
    if (!value) return 'division_by_zero'
    this.#merge(left, this.operator, chip, value)
    return 'merged'
  }

  /** Sets the operator. False: no chip is picked. @param {Operator} operator */
  setOperator(operator) {
    const possible = this.picked !== null
    this.#refused.value = possible ? null : 'sign_first'
    if (possible) this.#go({ operator })
    return possible
  }

  /** Joins two chips at once, as `pick` does, which tells the result.
   * @param {string} left @param {Operator} operator @param {string} right */
  join(left, operator, right) {
    return batch(() => {
      if (this.operator) this.undo()
      this.pick(left)
      this.setOperator(operator)
      return this.pick(right)
    })
  }

  /** Undoes a step. False: there was none. */
  undo() {
    this.#refused.value = null
    const step = this.#history.value.at(-1)
    if (!step) return false
    batch(() => {
      this.#step.value = step
      this.#history.value = this.#history.value.slice(0, -1)
    })
    return true
  }

  /** Clears everything. False: there was nothing. */
  clear() {
    const any = this.picked !== null || this.merged.length > 0
    batch(() => {
      this.#step.value = NOTHING
      this.#history.value = []
      this.#refused.value = null
    })
    return any
  }

  /** Whether there is anything to undo or clear. */
  get changed() {
    return this.#history.value.length > 0 || this.picked !== null || this.merged.length > 0
  }

  /** The value of the picked chip; null while nothing is picked or an operator waits. */
  get value() {
    return this.operator ? null : (this.pickedChip?.value ?? null)
  }

  /** `9 × ?`, `(9 × 5) − 3 = 42`, or empty. */
  get text() {
    const chip = this.pickedChip
    if (!chip) return ''
    if (this.operator) return `${chip.text} ${OPERATOR_SIGNS[this.operator]} ?`
    return chip.merged
      ? `${stripParentheses(chip.text)} = ${displayFraction(chip.value)}`
      : chip.text
  }

  /**
   * Returns the expression that equals `number`, without parentheses around the whole: the picked chip's, else the newest;
   * or null.
   * @param {number} number
   */
  expressionFor(number) {
    const matches = this.merged.filter((chip) => equals(chip.value, number))
    const chip = matches.find(({ name }) => name === this.picked) ?? matches.at(-1)
    return chip ? stripParentheses(chip.name) : null
  }

  /** @param {Chip} left @param {Operator} operator @param {Chip} right @param {Fraction} value */
  #merge(left, operator, right, value) {
    const rest = this.merged.filter((chip) => chip !== left && chip !== right)
    const name = `(${left.name}${operator}${right.name})`
    const text = `(${left.text} ${OPERATOR_SIGNS[operator]} ${right.text})`
    const tops = [...left.tops, ...right.tops]
    const merged = [...rest, { name, text, value, tops, merged: true }]
    this.#go({ merged, picked: name, operator: null })
  }

  /** Goes on from the current step, which is kept for undo. @param {Partial<Step>} change */
  #go(change) {
    batch(() => {
      this.#history.value = [...this.#history.value, this.#step.value]
      this.#step.value = { ...this.#step.value, ...change }
    })
  }
}

/** @param {string} top @param {number} number @returns {Chip} */
const topChip = (top, number) => ({
  name: top,
  text: String(number),
  value: [number, 1],
  tops: [top],
  merged: false,
})
