// Clock of a new game for two: none, a preset, a custom clock, or days for each move.

import { t } from '../../core/i18n.js'
import { controlText, controlWords } from '../../core/people.js'
import { choice } from '../../kit/choice.js'
import { Field, InvalidField } from '../../kit/form.js'
import { html } from '../../vendor/preact.js'

const [MAX_MINUTES, MAX_INCREMENT, MAX_DAYS] = [180, 180, 14] // minutes, seconds, days
const NONE = 'none'
const OWN = 'own'
const DAYS = 'days'

/** @param {Required<Pick<Wire.Control, 'base' | 'increment'>>} control */
const textOf = ({ base, increment }) => `${base}+${increment}`

/** Returns the clock that an address names as values of the fields: none, unless it is one that they can show.
 * @param {URLSearchParams} query @param {Rules} rules */
export function clockIn(query, rules) {
  const values = { clock: NONE, minutes: '10', increment: '5', days: '2' }
  const days = query.get('days')
  if (days) return { ...values, clock: DAYS, days }
  const clock = query.get('clock') ?? ''
  const [base, increment] = clock.split('+').map(Number)
  if (rules.presets.some((preset) => textOf(preset) === clock)) return { ...values, clock }
  if (!/^\d+\+\d+$/.test(clock)) return values
  return { ...values, clock: OWN, minutes: String(Number(base) / 60), increment: String(increment) }
}

/** Shows the choice and the fields of the chosen clock.
 * @param {Rules} rules @param {import('./form.js').Bound} bound @param {boolean} disabled */
export function clockFields(rules, bound, disabled) {
  const options = [
    { value: NONE, text: controlText(null), about: t('new.clock.none.about') },
    ...rules.presets.map((preset) => ({
      value: textOf(preset),
      text: controlText(preset),
      about: controlWords(preset),
    })),
    { value: OWN, text: t('new.clock.own'), about: t('new.clock.own.about') },
    { value: DAYS, text: t('new.clock.days'), about: t('new.clock.days.about') },
  ]
  const clock = bound('clock')
  return html`
    <div class="clock-field" data-field="time">
      ${choice({
        name: 'clock',
        legend: t('new.clock'),
        shown: true,
        'data-field': 'clock',
        disabled,
        options,
        ...clock,
      })}
      ${
        clock.value === OWN &&
        html`
          <div class="row">
            ${numberField('minutes', t('new.clock.minutes'), MAX_MINUTES, '0.5', bound)}
            ${numberField('increment', t('new.clock.increment'), MAX_INCREMENT, '1', bound)}
          </div>`
      }
      ${
        clock.value === DAYS &&
        html`
          <div class="row">
            ${numberField('days', t('new.clock.days.each'), MAX_DAYS, '1', bound)}
          </div>`
      }
    </div>`
}

/** @param {string} name @param {string} label @param {number} most @param {string} step
 * @param {import('./form.js').Bound} bound */
function numberField(name, label, most, step, bound) {
  const { value, onchoose } = bound(name)
  return html`
    <${Field}
      name=${name}
      label=${label}
      type="number"
      inputmode="decimal"
      min="0"
      max=${most}
      step=${step}
      value=${value}
      onInput=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) =>
        onchoose(event.currentTarget.value)}
    />`
}

/** Returns the clock for the server; null: none. InvalidField: it is invalid.
 * @param {Record<string, string>} values @returns {Wire.Control | null} */
export function clockOf(values) {
  const { clock = NONE } = values
  if (clock === NONE) return null
  if (clock === DAYS) return { days: numberOf(values, 'days', MAX_DAYS, 1) }
  if (clock !== OWN) {
    const [base = 0, increment = 0] = clock.split('+').map(Number)
    return { base, increment }
  }
  const base = Math.round(numberOf(values, 'minutes', MAX_MINUTES, 0) * 60)
  const increment = numberOf(values, 'increment', MAX_INCREMENT, 0)
  if (base + increment === 0) throw new InvalidField('minutes', t('new.clock.nothing'))
  return { base, increment }
}

/** @param {Record<string, string>} values @param {string} name @param {number} most @param {number} least */
function numberOf(values, name, most, least) {
  const text = values[name] ?? ''
  const value = Number(text)
  const whole = name === 'minutes' || Number.isInteger(value)
  if (text !== '' && whole && value >= least && value <= most) return value
  throw new InvalidField(name, t('new.clock.wrong', { least, most }))
}
