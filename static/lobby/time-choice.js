// What "Play now" asks for: the clock of each game, one of its presets or none, and whether the game is to be rated. Both are
// remembered on the device.

import { accountPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { familyName } from '../core/games.js'
import { t } from '../core/i18n.js'
import { controlText, controlWords } from '../core/people.js'
import { settings } from '../core/settings.js'

const NONE = 'none'
const RATED = 'rated' // the setting: whether games of "Play now" are rated

/** @param {Wire.Preset} preset */
const keyOf = ({ base, increment }) => `${base}+${increment}`

/** The setting of a game's clock. @param {Rules} rules */
const setting = ({ family }) => `clock.${family}`

/**
 * The clock that is chosen for a game; null: none.
 * @param {Rules} rules
 */
export function chosenClock(rules) {
  const value = settings.get(setting(rules))
  const preset = rules.presets.find((one) => keyOf(one) === value)
  return preset ? { ...preset } : null
}

/**
 * The choice of the clock, in one line.
 * @param {Rules} rules
 */
export function clockChoice(rules) {
  const chosen = chosenClock(rules)
  const option = (/** @type {Wire.Preset | null} */ preset) => {
    const value = preset ? keyOf(preset) : NONE
    return el(
      'label',
      {},
      el('input', {
        type: 'radio',
        name: `clock-${rules.family}`,
        value,
        checked: value === (chosen ? keyOf(chosen) : NONE),
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

/** The switch between rated and casual games; guests are told why they have none. @param {Me} player */
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
