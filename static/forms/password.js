// Password field with a button that shows what is typed.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { field } from './fields.js'

/**
 * @param {string} kind the name of the field
 * @param {string} label
 * @param {string} about
 * @param {'current-password' | 'new-password'} autocomplete what password managers fill in
 */
export function passwordField(kind, label, about, autocomplete) {
  const press = () => {
    const input = element.querySelector('input')
    if (!input) return
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    set(button, { 'aria-pressed': String(shown) })
    input.focus()
  }
  const button = el(
    'button',
    {
      type: 'button',
      'data-act': 'show-password',
      'aria-pressed': 'false',
      'aria-label': t('account.show.of', { what: label }),
      onclick: press,
    },
    t('account.show'),
  )
  const element = field(
    kind,
    label,
    about,
    { type: 'password', autocomplete, required: true },
    'input',
    button,
  )
  return element
}
