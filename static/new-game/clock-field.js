// Clock of a new game for two: none, a preset, a custom clock, or days for each move.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { controlText, controlWords } from '../core/people.js'
import { choice, field, InvalidField, input } from '../forms/fields.js'

const [MAX_MINUTES, MAX_INCREMENT, MAX_DAYS] = [180, 180, 14] // minutes, seconds, days
const NONE = 'none'
const OWN = 'own'
const DAYS = 'days'

/** Creates the choice and the fields of the chosen clock. @param {Rules} rules */
export function clockField(rules) {
  const options = [
    { value: NONE, text: controlText(null), about: t('new.clock.none.about') },
    ...rules.presets.map((preset) => ({
      value: `${preset.base}+${preset.increment}`,
      text: controlText(preset),
      about: controlWords(preset),
    })),
    { value: OWN, text: t('new.clock.own'), about: t('new.clock.own.about') },
    {
      value: DAYS,
      text: t('new.clock.days'),
      about: t('new.clock.days.about'),
    },
  ]
  return el(
    'div',
    { class: 'clock-field', 'data-field': 'time' },
    choice(
      'new.clock',
      'clock',
      options.map((one) => ({ ...one, checked: one.value === NONE })),
    ),
    el(
      'div',
      { class: 'row', 'data-of': OWN, hidden: true },
      number('minutes', t('new.clock.minutes'), MAX_MINUTES, '10', '0.5'),
      number('increment', t('new.clock.increment'), MAX_INCREMENT, '5', '1'),
    ),
    el(
      'div',
      { class: 'row', 'data-of': DAYS, hidden: true },
      number('days', t('new.clock.days.each'), MAX_DAYS, '2', '1'),
    ),
  )
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} most
 * @param {string} value
 * @param {string} step
 */
const number = (name, label, most, value, step) =>
  field(name, label, '', {
    type: 'number',
    inputmode: 'decimal',
    min: '0',
    max: String(most),
    step,
    value,
  })

/** Shows the fields of the chosen clock. @param {HTMLFormElement} form */
export function showClockFields(form) {
  const chosen = input(form, 'clock')?.value
  for (const part of form.querySelectorAll('[data-of]'))
    if (part instanceof HTMLElement)
      set(part, { hidden: part.dataset.of !== chosen })
}

/**
 * Returns the clock for the server; null: none. InvalidField: it is invalid.
 * @param {HTMLFormElement} form
 * @returns {Record<string, number> | null}
 */
export function clockOf(form) {
  const chosen = input(form, 'clock')?.value ?? NONE
  if (chosen === NONE) return null
  if (chosen === DAYS) return { days: numberOf(form, 'days', MAX_DAYS, 1) }
  if (chosen !== OWN) {
    const [base, increment] = chosen.split('+').map(Number)
    return { base, increment }
  }
  const base = Math.round(numberOf(form, 'minutes', MAX_MINUTES, 0) * 60)
  const increment = numberOf(form, 'increment', MAX_INCREMENT, 0)
  if (base + increment === 0)
    throw new InvalidField('minutes', t('new.clock.nothing'))
  return { base, increment }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {number} most
 * @param {number} least
 */
function numberOf(form, name, most, least) {
  const text = input(form, name)?.value ?? ''
  const value = Number(text)
  const whole = name === 'minutes' || Number.isInteger(value)
  if (text !== '' && whole && value >= least && value <= most) return value
  throw new InvalidField(name, t('new.clock.wrong', { least, most }))
}
