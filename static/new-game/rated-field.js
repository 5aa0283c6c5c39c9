// Choice between rated and casual: for accounts, from the usual start. Guests are told why they cannot choose.

import { accountPath } from '../app/routes.js'
import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { choice, input } from '../forms/fields.js'

/** @param {Me} player */
export function ratedField(player) {
  const fields = choice('new.rated', 'rated', [
    {
      value: 'no',
      text: t('new.rated.no'),
      about: t('new.rated.no.about'),
      checked: true,
    },
    {
      value: 'yes',
      text: t('new.rated.yes'),
      about: `${t('new.rated.yes.about')} ${t('control.rated.listed')}`,
    },
  ])
  if (player.account) return fields
  const here = location.pathname + location.search
  return el(
    'p',
    { class: 'rated-guest', 'data-field': 'rated' },
    t('lobby.rated.guest'),
    ' ',
    el('a', { href: accountPath('sign-up', here) }, t('account.sign-up')),
  )
}

/** @param {HTMLFormElement} form */
export const isRated = (form) =>
  !disabled(form, 'rated') && input(form, 'rated')?.value === 'yes'

/** @param {HTMLFormElement} form @param {string} kind */
function disabled(form, kind) {
  const fields = form.querySelector(`[data-field="${kind}"]`)
  return fields instanceof HTMLFieldSetElement && fields.disabled
}

/** Disables rated games for a player on their own. @param {HTMLFormElement} form @param {boolean} off */
export function disableRated(form, off) {
  const fields = form.querySelector('fieldset[data-field="rated"]')
  if (fields instanceof HTMLFieldSetElement) set(fields, { disabled: off })
}
