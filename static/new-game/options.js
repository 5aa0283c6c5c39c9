// Options of a family's games (`options` of /api/rules), as a group of radio buttons for each option. Every combination is a
// game with its own address.

import { sentence } from '../core/games.js'
import { first } from '../core/i18n.js'
import { choice } from '../forms/fields.js'

/** Returns the options with more than one value among these games, each with its values in order.
 * @param {Rules[]} variants @returns {{ option: string, values: string[] }[]} */
export function openOptions(variants) {
  const names = Object.keys(variants[0]?.options ?? {})
  return names
    .map((option) => ({
      option,
      values: [...new Set(variants.map(({ options }) => options[option]))],
    }))
    .filter(({ values }) => values.length > 1)
}

/** Returns the game with this value that keeps as many other values of `rules` as possible.
 * @param {Rules[]} variants @param {Rules} rules @param {string} option @param {string} value @returns {Rules} */
export function withOption(variants, rules, option, value) {
  const wanted = { ...rules.options, [option]: value }
  const same = (/** @type {Rules} */ { options }) =>
    Object.keys(wanted).filter((name) => options[name] === wanted[name]).length
  return variants
    .filter(({ options }) => options[option] === value)
    .reduce((best, item) => (same(item) > same(best) ? item : best))
}

/** Creates the groups of radio buttons, named `option-<option>`.
 * @param {Rules[]} variants @param {Rules} rules
 * @param {(rules: Rules, input: HTMLInputElement) => void} onchange */
export function optionChoices(variants, rules, onchange) {
  const { family } = rules
  return openOptions(variants).map(({ option, values }) => {
    const key = `${family}.option.${option}`
    const fields = choice(
      key,
      `option-${option}`,
      values.map((value) => ({
        value,
        text: first([`${key}.${value}`, value]),
        about: sentence(`${key}.${value}.about`),
        checked: rules.options[option] === value,
      })),
    )
    fields.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement)
        onchange(withOption(variants, rules, option, target.value), target)
    })
    return fields
  })
}
