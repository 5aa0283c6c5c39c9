// What the games of a family leave to choose (`options` of /api/rules): a group of radio buttons for each option. Every
// combination is a game of its own, with an address of its own.

import { sentence } from '../core/games.js'
import { first } from '../core/i18n.js'
import { choice } from './fields.js'

/** The options of which these games have more than one value, each with its values in their order.
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

/** The game that has this value, and of the others of `rules` as many as there is a game for.
 * @param {Rules[]} variants @param {Rules} rules @param {string} option @param {string} value @returns {Rules} */
export function withOption(variants, rules, option, value) {
  const wanted = { ...rules.options, [option]: value }
  const same = (/** @type {Rules} */ { options }) =>
    Object.keys(wanted).filter((name) => options[name] === wanted[name]).length
  return variants
    .filter(({ options }) => options[option] === value)
    .reduce((best, item) => (same(item) > same(best) ? item : best))
}

/** The groups of radio buttons; `name`: `option-<option>`.
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
