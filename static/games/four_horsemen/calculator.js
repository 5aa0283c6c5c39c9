// The sums in the making: the live line with its exact value, the merged chips, the signs, and the way back.

import { el, set } from '../../core/dom.js'
import { keep } from './hand.js'
import { signed, SIGNS, written } from './expression.js'

const tool = (kind, attributes, ...children) =>
  el(
    'button',
    { type: 'button', class: `place ${kind}`, ...attributes },
    ...children,
  )

export class Work {
  #chips = new Map() // a merged chip's name -> its button

  constructor(t) {
    this.t = t
    this.signs = Object.keys(SIGNS).map((sign) =>
      tool(
        'sign',
        { 'data-part': sign, 'aria-label': t(`four_horsemen.sign.${sign}`) },
        SIGNS[sign],
      ),
    )
    this.tools = ['back', 'clear'].map((name) =>
      tool(
        'sign tool',
        {
          'data-tool': name,
          'aria-label': t(`four_horsemen.${name}`),
          title: t(`four_horsemen.${name}`),
        },
        name === 'back' ? '⌫' : '✕',
      ),
    )
    this.defeat = tool('defeat', { 'data-tool': 'defeat' })
    this.live = el('p', { class: 'live', 'data-value': '' })
    this.chips = el('div', { class: 'chips' })
    this.element = el(
      'div',
      { class: 'work', role: 'group', 'aria-label': t('four_horsemen.sums') },
      el('div', { class: 'result' }, this.live, this.defeat),
      el('div', { class: 'signs' }, this.signs, this.tools),
      this.chips,
    )
  }

  show({ view, sums, told, beats, open }) {
    const { t } = this
    keep(
      this.chips,
      sums.merged.map((chip) => this.#chip(chip, sums)),
    )
    for (const [name, node] of this.#chips)
      if (!node.isConnected && !this.chips.contains(node))
        this.#chips.delete(name)
    this.live.textContent = told || t('four_horsemen.hint.sum')
    set(this.live, {
      'data-idle': !told,
      'data-value': sums.value ? written(sums.value) : '',
      'data-match': beats.size > 0,
    })
    for (const node of this.signs) {
      const on = sums.sign === node.dataset.part
      set(node, {
        'aria-pressed': String(on),
        'data-picked': on,
        'aria-disabled': sums.left ? null : 'true',
      })
    }
    for (const node of this.tools)
      set(node, { 'aria-disabled': sums.changed ? null : 'true' })
    const first = open ? [...beats.keys()][0] : undefined
    const value = first && view.horsemen[Number(first[1]) - 1].value
    this.defeat.textContent = t(
      first ? 'four_horsemen.defeat' : 'four_horsemen.defeat.none',
      { value },
    )
    this.defeat.disabled = !first
    set(this.defeat, { 'data-also': first })
  }

  #chip(chip, sums) {
    const node =
      this.#chips.get(chip.name) ?? tool('chip', { 'data-part': chip.name })
    this.#chips.set(chip.name, node)
    const value = signed(written(chip.value))
    const picked = sums.left === chip.name
    node.textContent = `${chip.told} = ${value}`
    return set(node, {
      'aria-label': this.t('four_horsemen.cell.chip', {
        sum: chip.told,
        value,
      }),
      'aria-pressed': String(picked),
      'data-picked': picked,
    })
  }
}
