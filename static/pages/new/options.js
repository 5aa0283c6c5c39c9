// Options of a family's games (`options` of /api/rules), as a group of radio buttons for each option. Every combination is a
// game with its own address.

import { sentence, t } from '../../core/i18n.js'
import { choice } from '../../kit/choice.js'

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

/** Shows a group of radio buttons for each option, named `option-<option>`. `explained`: a sentence beside them says what the
 * chosen values are together.
 * @param {Rules[]} variants @param {Rules} rules @param {(rules: Rules) => void} onchange @param {boolean} explained */
export const optionChoices = (variants, rules, onchange, explained) =>
  openOptions(variants).map(({ option, values }) => {
    const key = `${rules.family}.option.${option}`
    return choice({
      name: `option-${option}`,
      legend: t(key),
      shown: true,
      explained,
      'data-field': `option-${option}`,
      options: values.map((value) => ({
        value,
        text: sentence(`${key}.${value}`) ?? value,
        about: sentence(`${key}.${value}.about`) ?? undefined,
      })),
      value: rules.options[option] ?? '',
      onchoose: (value) => onchange(withOption(variants, rules, option, value)),
    })
  })
