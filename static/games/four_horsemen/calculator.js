// The calculator: the expression in the making with its exact value, the merged chips, the operators, undo and clear.

import { children, el, set } from '../../core/dom.js'
import {
  displayFraction,
  formatFraction,
  OPERATOR_SIGNS,
} from './expression.js'

/** @import { Chip, ExpressionBuilder, TableState } from './types.d.ts' */

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
          'aria-label': t(`four_horsemen.${name}`),
          title: t(`four_horsemen.${name}`),
        },
        name === 'back' ? '⌫' : '✕',
      ),
    )
    this.defeat = button('defeat', { 'data-tool': 'defeat' })
    this.display = el('p', { class: 'live', 'data-value': '' })
    this.chips = el('div', { class: 'chips' })
    this.element = el(
      'div',
      { class: 'work', role: 'group', 'aria-label': t('four_horsemen.sums') },
      el('div', { class: 'result' }, this.display, this.defeat),
      el('div', { class: 'signs' }, this.operators, this.tools),
      this.chips,
    )
  }

  /** @param {TableState} state */
  show({ view, builder, text, matches, open }) {
    const { t } = this
    children(
      this.chips,
      builder.merged.map((chip) => this.#updateChip(chip, builder)),
    )
    for (const [name, node] of this.#chips)
      if (!this.chips.contains(node)) this.#chips.delete(name)
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

  /** The button of a merged chip, made when it is new. @param {Chip} chip @param {ExpressionBuilder} builder */
  #updateChip(chip, builder) {
    const node =
      this.#chips.get(chip.name) ?? button('chip', { 'data-part': chip.name })
    this.#chips.set(chip.name, node)
    const value = displayFraction(chip.value)
    const picked = builder.picked === chip.name
    node.textContent = `${chip.text} = ${value}`
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
