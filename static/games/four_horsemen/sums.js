// The player's sums of the stacks: presses on chips and signs, with a sentence where a press does nothing. All of it is a
// preview: nothing is sent before a horseman is pressed, and the server decides.

import { ExpressionBuilder } from './expression.js'
import { cardValue, STACKS } from './places.js'
import { matchingHorsemen, previewText } from './preview.js'

/** @import { HorsemenState, Operator } from './types.d.ts' */

export class Sums {
  builder = new ExpressionBuilder()
  /** @type {Map<string, number>} top -> its value, in the order of the stacks */
  tops = new Map()
  /** @type {string | null} a sentence that replaces the current sum */
  #error = null

  /** @param {Translate} t */
  constructor(t) {
    this.t = t
  }

  /** @param {HorsemenState} frame */
  show({ view }) {
    this.#error = null
    this.tops = new Map(view.stacks.map(({ top }) => [top, cardValue(top)]))
    this.builder.setTops(this.tops)
  }

  /** Picks a stack or a chip, or merges it with the picked one. @param {string} name */
  pick(name) {
    const result = this.builder.pick(name)
    this.#error = null
    if (result === 'division_by_zero')
      this.#error = this.t('four_horsemen.refused.division_by_zero')
    if (result === 'same')
      this.#error = this.t('four_horsemen.refused.stack_twice')
  }

  /** @param {Operator} operator */
  sign(operator) {
    this.#error = this.builder.setOperator(operator)
      ? null
      : this.t('four_horsemen.refused.sign_first')
  }

  /** Joins two chips with a sign at once.
   * @param {string} left @param {Operator} operator @param {string} right */
  join(left, operator, right) {
    const { builder } = this
    if (builder.operator) builder.undo()
    if (builder.picked !== left) builder.pick(left)
    builder.setOperator(operator)
    this.pick(right)
  }

  /** Undoes a step. False: there was none. */
  back() {
    this.#error = null
    return this.builder.undo()
  }

  /** Clears the sums. False: there was nothing to clear. */
  clear() {
    this.#error = null
    return this.builder.clear()
  }

  /** Returns the horsemen that a chip equals: Map name -> expression. @param {HorsemenState} frame */
  matches({ view }) {
    return matchingHorsemen(view, this.builder)
  }

  /** Returns the current sum and its effect. @param {HorsemenState} frame */
  text(frame) {
    return this.#error ?? previewText(this.builder, frame, this.t)
  }

  /** Returns why a stack's place cannot be picked. @param {string} place @param {HorsemenState} frame */
  why(place, { view }) {
    const stack = view.stacks[STACKS.indexOf(place)]
    const chip = stack && this.builder.chipWith(stack.top)
    return chip
      ? this.t('four_horsemen.refused.used', { sum: chip.text })
      : this.t('four_horsemen.refused.no_stack')
  }
}
