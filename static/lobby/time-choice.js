// Options of "Play now": the clock of each game, a preset or none, and whether games are rated. This device remembers both.

import { accountPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { familyName } from '../core/games.js'
import { t } from '../core/i18n.js'
import { controlText, controlWords } from '../core/people.js'
import { settings } from '../core/settings.js'

const NO_CLOCK = 'none'
const RATED = 'rated' // setting: whether games of "Play now" are rated

/** @param {Wire.Preset} preset */
const keyOf = ({ base, increment }) => `${base}+${increment}`

/** Returns the name of the setting of a game's clock. @param {Rules} rules */
const setting = ({ family }) => `clock.${family}`

/**
 * Returns the chosen clock of a game; null: none.
 * @param {Rules} rules
 */
export function chosenClock(rules) {
  const value = settings.get(setting(rules))
  const preset = rules.presets.find((one) => keyOf(one) === value)
  return preset ? { ...preset } : null
}

/**
 * Creates the choice of the clock, in one line.
 * @param {Rules} rules
 */
export function clockChoice(rules) {
  const chosen = chosenClock(rules)
  const option = (/** @type {Wire.Preset | null} */ preset) => {
    const value = preset ? keyOf(preset) : NO_CLOCK
    return el(
      'label',
      {},
      el('input', {
        type: 'radio',
        name: `clock-${rules.family}`,
        value,
        checked: value === (chosen ? keyOf(chosen) : NO_CLOCK),
        'aria-label': controlWords(preset),
        onchange: () => settings.set(setting(rules), value),
      }),
      el('span', { 'aria-hidden': 'true' }, controlText(preset)),
    )
  }
  return el(
    'fieldset',
    { class: 'clock-choice', 'data-clocks': rules.family },
    el(
      'legend',
      { class: 'visually-hidden' },
      t('lobby.clock.of', { game: familyName(rules) }),
    ),
    el('div', { class: 'segmented' }, rules.presets.map(option), option(null)),
  )
}

/** Whether "Play now" asks for a rated game. @param {Me} player */
export const wantsRated = (player) =>
  player.account === true && settings.get(RATED) === 'yes'

/** Creates the switch between rated and casual games; guests are told why they have none. @param {Me} player */
export function ratedSwitch(player) {
  if (!player.account)
    return el(
      'p',
      { class: 'rated-choice detail' },
      t('lobby.rated.guest'),
      ' ',
      el('a', { href: accountPath('sign-up', '/') }, t('account.sign-up')),
    )
  /** @type {HTMLInputElement} */
  const box = el('input', {
    type: 'checkbox',
    name: RATED,
    checked: wantsRated(player),
    onchange: () => settings.set(RATED, box.checked ? 'yes' : 'no'),
  })
  return el(
    'label',
    { class: 'rated-choice' },
    box,
    el('span', {}, t('lobby.rated')),
  )
}
