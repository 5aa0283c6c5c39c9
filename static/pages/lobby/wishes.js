// What this device remembers for the next game: the clock of each family, rated or casual, and the variant of a solitaire.

import { familyName, name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { controlText, controlWords } from '../../core/people.js'
import { settings } from '../../core/settings.js'
import { checkbox, choice } from '../../kit/choice.js'
import { useSignal } from '../../vendor/preact.js'

const NO_CLOCK = 'none'
const RATED = 'rated' // setting: whether games of "Play a person" are rated

/** @param {Wire.Preset} preset */
const keyOf = ({ base, increment }) => `${base}+${increment}`

/** Returns the name of the setting of a game's clock. @param {Rules} rules */
const clockSetting = ({ family }) => `clock.${family}`

/** Returns the chosen clock of a game; null: none. @param {Rules} rules */
export function chosenClock(rules) {
  const value = settings.get(clockSetting(rules))
  const preset = rules.presets.find((one) => keyOf(one) === value)
  return preset ? { ...preset } : null
}

/** Choice of the clock, in one line. @param {{ rules: Rules }} props */
export function ClockChoice({ rules }) {
  const chosen = chosenClock(rules)
  const value = useSignal(chosen ? keyOf(chosen) : NO_CLOCK)
  const option = (/** @type {Wire.Preset | null} */ preset) => ({
    value: preset ? keyOf(preset) : NO_CLOCK,
    text: controlText(preset),
    words: controlWords(preset),
  })
  return choice({
    class: 'clock-choice',
    'data-clocks': rules.family,
    name: `clock-${rules.family}`,
    legend: t('lobby.clock.of', { game: familyName(rules) }),
    options: [...rules.presets.map(option), option(null)],
    value: value.value,
    onchoose: (next) => {
      value.value = next
      settings.set(clockSetting(rules), next)
    },
  })
}

/** Whether "Play a person" asks for a rated game. @param {Me} player */
export const wantsRated = (player) => player.account === true && settings.get(RATED) === 'yes'

/** Choice between rated and casual games. @param {{ player: Me }} props of an account */
export function RatedChoice({ player }) {
  const rated = useSignal(wantsRated(player))
  return checkbox(
    {
      class: 'checkbox rated-choice',
      name: RATED,
      checked: rated.value,
      onchoose: (checked) => {
        rated.value = checked
        settings.set(RATED, checked ? 'yes' : 'no')
      },
    },
    t('lobby.rated'),
  )
}

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
const variantSetting = ({ family }) => `variant.${family}`

/** Returns the variant chosen last, at first the first one. @param {Rules[]} variants */
export function chosenVariant(variants) {
  const id = settings.get(variantSetting(variants[0]))
  return variants.find((rules) => rules.id === id) ?? variants[0]
}

/** Shows the variants in one line. @param {Rules[]} variants @param {Rules} chosen
 * @param {(rules: Rules) => void} onchoose */
export const variantChoice = (variants, chosen, onchoose) =>
  choice({
    class: 'clock-choice',
    'data-variants': chosen.family,
    name: `variant-${chosen.family}`,
    legend: familyName(chosen),
    options: variants.map((rules) => ({ value: rules.id, text: name(rules) })),
    value: chosen.id,
    onchoose: (id) => {
      const rules = variants.find((one) => one.id === id)
      if (!rules) return
      settings.set(variantSetting(rules), id)
      onchoose(rules)
    },
  })
