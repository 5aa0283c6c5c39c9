// Sums of stacks, for the preview only: exact fractions, and the chips that are merged two by two. The server decides.
//
// A chip is {name, told, value, tops, parts}: `name` as a move writes it (`9S`, merged `(9S*5D)`), `told` as people
// write it (`9`, `(9 × 5)`), `value` a fraction [numerator, denominator], `parts` the two names that were merged.

export const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' }

/** A fraction in lowest terms, its denominator positive; null for a division by zero. */
export function fraction(over, under = 1) {
  if (under === 0) return null
  const common = divisor(Math.abs(over), Math.abs(under)) * Math.sign(under)
  return [over / common || 0, under / common]
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a || 1)

/** `a sign b`, exactly; null for a division by zero. */
export function joined([a, b], sign, [c, d]) {
  if (sign === '+') return fraction(a * d + c * b, b * d)
  if (sign === '-') return fraction(a * d - c * b, b * d)
  if (sign === '*') return fraction(a * c, b * d)
  return fraction(a * d, b * c)
}

/** `42`, `-3`, `9/5`. */
export const written = ([over, under]) =>
  under === 1 ? String(over) : `${over}/${under}`

export const equals = ([over, under], number) => under === 1 && over === number

/** Without the brackets around the whole. */
export const bare = (text) => (text.startsWith('(') ? text.slice(1, -1) : text)

/** The work of one player on the tops that stand: what is merged, what is picked, and the way back. */
export class Sums {
  merged = [] // the chips that stand and are no stacks
  left = null // the name of the chip that is picked
  sign = null // the operator that waits for its second chip
  #tops = new Map() // top -> its chip
  #steps = []

  /** The tops that stand now: Map top -> number. Of the work, what needs other tops is lost. */
  stand(tops) {
    const same =
      tops.size === this.#tops.size &&
      [...tops.keys()].every((top) => this.#tops.has(top))
    if (same) return
    this.#tops = new Map(
      [...tops].map(([top, number]) => [top, single(top, number)]),
    )
    this.merged = this.merged.filter((chip) =>
      chip.tops.every((top) => tops.has(top)),
    )
    if (!this.chip(this.left)) this.left = this.sign = null
    this.#steps = []
  }

  /** The free chip of this name, or undefined: a top that is part of a merged chip is not free. */
  chip(name) {
    return (
      this.merged.find((chip) => chip.name === name) ??
      (this.used(name) ? undefined : this.#tops.get(name))
    )
  }

  /** The merged chip that holds this top, or undefined. */
  used(top) {
    return this.merged.find((chip) => chip.tops.includes(top))
  }

  /** Picks a chip, or with an operator merges it with the one that is picked. Answers `picked`, `merged`, or why
   * nothing came of it: `used`, `same`, `division_by_zero`. */
  point(name) {
    const chip = this.chip(name)
    if (!chip) return 'used'
    if (!this.sign) {
      if (this.left !== name) this.#keep()
      this.left = name
      return 'picked'
    }
    if (name === this.left) return 'same'
    const left = this.chip(this.left)
    const value = joined(left.value, this.sign, chip.value)
    if (!value) return 'division_by_zero'
    this.#keep()
    this.#merge(left, chip, value)
    return 'merged'
  }

  /** Sets the operator. False: no chip is picked. */
  operate(sign) {
    if (!this.left) return false
    this.#keep()
    this.sign = sign
    return true
  }

  /** One step back. False: there was none. */
  back() {
    const step = this.#steps.pop()
    if (step) Object.assign(this, step)
    return Boolean(step)
  }

  /** Lets everything go. False: there was nothing. */
  clear() {
    const any = this.left !== null || this.merged.length > 0
    Object.assign(this, { merged: [], left: null, sign: null })
    this.#steps = []
    return any
  }

  get changed() {
    return (
      this.#steps.length > 0 || this.left !== null || this.merged.length > 0
    )
  }

  /** What the picked chip is worth; null while nothing is picked or an operator waits. */
  get value() {
    return this.left && !this.sign ? this.chip(this.left).value : null
  }

  /** `9 × ?`, `(9 × 5) − 3 = 42`, or empty. */
  get told() {
    const chip = this.left && this.chip(this.left)
    if (!chip) return ''
    if (this.sign) return `${chip.told} ${SIGNS[this.sign]} ?`
    return chip.parts
      ? `${bare(chip.told)} = ${signed(written(chip.value))}`
      : chip.told
  }

  /** The sum that is worth `number`, without brackets around it: the picked chip's, else the newest; or null. */
  worth(number) {
    const fits = this.merged.filter((chip) => equals(chip.value, number))
    const chip = fits.find(({ name }) => name === this.left) ?? fits.at(-1)
    return chip ? bare(chip.name) : null
  }

  #merge(left, right, value) {
    const rest = this.merged.filter((chip) => chip !== left && chip !== right)
    const name = `(${left.name}${this.sign}${right.name})`
    const told = `(${left.told} ${SIGNS[this.sign]} ${right.told})`
    const tops = [...left.tops, ...right.tops]
    this.merged = [
      ...rest,
      { name, told, value, tops, parts: [left.name, right.name] },
    ]
    this.left = name
    this.sign = null
  }

  #keep() {
    this.#steps.push({ merged: this.merged, left: this.left, sign: this.sign })
  }
}

/** A number with the sign as people write it. */
export const signed = (text) => text.replace('-', '−')

const single = (top, number) => ({
  name: top,
  told: String(number),
  value: [number, 1],
  tops: [top],
  parts: null,
})
