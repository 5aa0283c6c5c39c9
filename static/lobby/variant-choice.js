// Choice of the variant of a solitaire that a tile plays; this device remembers it.

import { el } from '../core/dom.js'
import { familyName, name } from '../core/games.js'
import { settings } from '../core/settings.js'

/** Returns the variants that differ only in the first option; the form of a new game offers the others.
 * @param {Rules[]} variants */
export function tileVariants(variants) {
  const [first] = variants
  const [, ...others] = Object.keys(first?.options ?? {})
  return variants.filter(({ options }) =>
    others.every((option) => options[option] === first.options[option]),
  )
}

/** @param {Rules} rules */
const setting = ({ family }) => `variant.${family}`

/** Returns the variant chosen last, at first the first one. @param {Rules[]} variants */
export function chosenVariant(variants) {
  const id = settings.get(setting(variants[0]))
  return variants.find((rules) => rules.id === id) ?? variants[0]
}

/** @param {Rules[]} variants @param {(rules: Rules) => void} onchange */
export function variantChoice(variants, onchange) {
  const chosen = chosenVariant(variants)
  const { family } = chosen
  const option = (/** @type {Rules} */ rules) =>
    el(
      'label',
      {},
      el('input', {
        type: 'radio',
        name: `variant-${family}`,
        value: rules.id,
        checked: rules === chosen,
        onchange() {
          settings.set(setting(rules), rules.id)
          onchange(rules)
        },
      }),
      el('span', {}, name(rules)),
    )
  return el(
    'fieldset',
    { class: 'clock-choice', 'data-variants': family },
    el('legend', { class: 'visually-hidden' }, familyName(chosen)),
    el('div', { class: 'segmented' }, variants.map(option)),
  )
}
