// Expressions over the tops of stacks, only as a preview (the server decides): exact fractions, and the builder that merges
// chips two by two.

/** @import { Chip, Fraction, Operator } from './types.d.ts' */

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
    greatestCommonDivisor(Math.abs(numerator), Math.abs(denominator)) *
    Math.sign(denominator)
  return [numerator / divisor || 0, denominator / divisor] // `|| 0` turns -0 into 0
}

/** @param {number} a @param {number} b @returns {number} */
const greatestCommonDivisor = (a, b) =>
  b ? greatestCommonDivisor(b, a % b) : a || 1

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
export const displayFraction = (value) =>
  formatFraction(value).replace('-', '−')

/** @param {Fraction} value @param {number | undefined} number */
export const equals = ([numerator, denominator], number) =>
  denominator === 1 && numerator === number

/** Strips the parentheses around the whole name or text of a merged chip. @param {string} text */
const stripParentheses = (text) =>
  text.startsWith('(') ? text.slice(1, -1) : text

/** Merges chips into an expression: pick a chip, then an operator, then the second chip. Keeps every step for undo. */
export class ExpressionBuilder {
  /** @type {Chip[]} the free merged chips */
  merged = []
  /** @type {string | null} the name of the picked chip */
  picked = null
  /** @type {Operator | null} the operator waiting for its second chip */
  operator = null
  /** @type {Map<string, Chip>} top -> its chip */
  #tops = new Map()
  /** @type {Pick<ExpressionBuilder, 'merged' | 'picked' | 'operator'>[]} */
  #history = []

  /**
   * Sets the tops of the stacks: Map top -> number. If they have changed, merged chips of other tops and the history are
   * dropped.
   * @param {Map<string, number>} tops
   */
  setTops(tops) {
    const same =
      tops.size === this.#tops.size &&
      [...tops.keys()].every((top) => this.#tops.has(top))
    if (same) return
    this.#tops = new Map(
      [...tops].map(([top, number]) => [top, topChip(top, number)]),
    )
    this.merged = this.merged.filter((chip) =>
      chip.tops.every((top) => tops.has(top)),
    )
    if (!this.pickedChip) {
      this.picked = null
      this.operator = null
    }
    this.#history = []
  }

  /**
   * Returns the free chip of this name, or undefined; a top that is part of a merged chip is not free.
   * @param {string} name
   */
  chip(name) {
    return (
      this.merged.find((chip) => chip.name === name) ??
      (this.chipWith(name) ? undefined : this.#tops.get(name))
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
   * `used`, `same`, `division_by_zero`.
   * @param {string} name
   */
  pick(name) {
    const chip = this.chip(name)
    if (!chip) return 'used'
    const left = this.pickedChip
    if (!this.operator || !left) {
      if (this.picked !== name) this.#remember()
      this.picked = name
      return 'picked'
    }
    if (name === this.picked) return 'same'
    const value = calculate(left.value, this.operator, chip.value)
    if (!value) return 'division_by_zero'
    this.#remember()
    this.#merge(left, this.operator, chip, value)
    return 'merged'
  }

  /** Sets the operator. False: no chip is picked. @param {Operator} operator */
  setOperator(operator) {
    if (!this.picked) return false
    this.#remember()
    this.operator = operator
    return true
  }

  /** Undoes a step. False: there was none. */
  undo() {
    const step = this.#history.pop()
    if (step) Object.assign(this, step)
    return Boolean(step)
  }

  /** Clears everything. False: there was nothing. */
  clear() {
    const any = this.picked !== null || this.merged.length > 0
    Object.assign(this, { merged: [], picked: null, operator: null })
    this.#history = []
    return any
  }

  /** Whether there is anything to undo or clear. */
  get changed() {
    return (
      this.#history.length > 0 || this.picked !== null || this.merged.length > 0
    )
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
    const chip =
      matches.find(({ name }) => name === this.picked) ?? matches.at(-1)
    return chip ? stripParentheses(chip.name) : null
  }

  /** @param {Chip} left @param {Operator} operator @param {Chip} right @param {Fraction} value */
  #merge(left, operator, right, value) {
    const rest = this.merged.filter((chip) => chip !== left && chip !== right)
    const name = `(${left.name}${operator}${right.name})`
    const text = `(${left.text} ${OPERATOR_SIGNS[operator]} ${right.text})`
    const tops = [...left.tops, ...right.tops]
    this.merged = [...rest, { name, text, value, tops, merged: true }]
    this.picked = name
    this.operator = null
  }

  #remember() {
    const { merged, picked, operator } = this
    this.#history.push({ merged, picked, operator })
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
