// Calculator of the sums: merged chips on the stacks that they were made of; and the row with the current sum, its exact
// value, the signs, undo and clear. The row keeps its room and is shown from the second stack on.

import { children, el, set } from '../../core/dom.js'
import {
  displayFraction,
  formatFraction,
  OPERATOR_SIGNS,
} from './expression.js'

/** @import { Chip, TableState } from './types.d.ts' */

const LONG = 5 // letters of a value from which on a chip has small text

/** @param {string} kind its class @param {Attributes} attributes @param {Child[]} content */
const button = (kind, attributes, ...content) =>
  el(
    'button',
    { type: 'button', class: `place ${kind}`, ...attributes },
    ...content,
  )

export class Calculator {
  /** @type {Map<string, HTMLElement>} a merged chip's name -> its button */
  #chips = new Map()

  /** @param {Translate} t */
  constructor(t) {
    this.t = t
    this.operators = Object.entries(OPERATOR_SIGNS).map(([operator, sign]) =>
      button(
        'sign',
        {
          'data-part': operator,
          'aria-label': t(`four_horsemen.sign.${operator}`),
        },
        sign,
      ),
    )
    this.tools = ['back', 'clear'].map((name) =>
      button(
        'sign tool',
        {
          'data-tool': name,
          title: t(`four_horsemen.${name}`),
        },
        name === 'back' ? '⌫' : 'C', // ✕ would look like ×
      ),
    )
    this.defeat = button('defeat', { 'data-tool': 'defeat' })
    this.display = el('p', { class: 'live', 'data-value': '' })
    this.chips = el('div', {
      class: 'chips',
      role: 'group',
      'aria-label': t('four_horsemen.chips'),
    })
    this.element = el(
      'div',
      {
        class: 'work',
        role: 'group',
        'aria-label': t('four_horsemen.sums'),
        'data-label': t('four_horsemen.hint.two'),
      },
      this.display,
      el('div', { class: 'signs' }, this.operators, this.tools),
      this.defeat,
    )
  }

  /** @param {TableState} state */
  show(state) {
    const { view, builder, text, matches, open } = state
    const { t } = this
    set(this.element, { 'data-shut': view.stacks.length < 2 })
    this.#showChips(state)
    this.display.textContent = text || t('four_horsemen.hint.sum')
    set(this.display, {
      'data-idle': !text,
      'data-value': builder.value ? formatFraction(builder.value) : '',
      'data-match': matches.size > 0,
    })
    for (const node of this.operators) {
      const waits = builder.operator === node.dataset.part
      set(node, {
        'aria-pressed': String(waits),
        'data-picked': waits,
        'aria-disabled': builder.picked ? null : 'true',
      })
    }
    for (const node of this.tools)
      set(node, { 'aria-disabled': builder.changed ? null : 'true' })
    const first = open ? [...matches.keys()][0] : undefined
    const value = first && view.horsemen[Number(first[1]) - 1]?.value
    this.defeat.textContent = t(
      first ? 'four_horsemen.defeat' : 'four_horsemen.defeat.none',
      { value },
    )
    this.defeat.disabled = !first
    set(this.defeat, { 'data-also': first })
  }

  /** Focuses the newest chip. */
  focus() {
    const newest = this.chips.lastElementChild
    if (newest instanceof HTMLElement) newest.focus()
  }

  /** @param {TableState} state */
  #showChips({ view, builder }) {
    const tops = view.stacks.map(({ top }) => top)
    const chips = builder.merged.map((chip) => {
      const node = this.#updateChip(chip, builder.picked === chip.name)
      const last = chip.tops.at(-1) ?? ''
      node.style.gridColumnStart = String(tops.indexOf(last) + 1)
      return node
    })
    children(this.chips, chips)
    for (const [name, node] of this.#chips)
      if (!this.chips.contains(node)) this.#chips.delete(name)
  }

  /** Updates the button of a merged chip, creating it if it is new. @param {Chip} chip @param {boolean} picked */
  #updateChip(chip, picked) {
    const value = displayFraction(chip.value)
    const node =
      this.#chips.get(chip.name) ??
      button(
        'chip',
        { 'data-part': chip.name, 'data-long': value.length >= LONG },
        el('span', { class: 'sum' }, `${chip.text} = `),
        el('b', {}, value),
      )
    this.#chips.set(chip.name, node)
    return set(node, {
      'aria-label': this.t('four_horsemen.cell.chip', {
        sum: chip.text,
        value,
      }),
      'aria-pressed': String(picked),
      'data-picked': picked,
    })
  }
}
