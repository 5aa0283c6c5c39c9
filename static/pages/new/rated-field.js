// Choice between rated and casual: for accounts, from the usual start. Guests are told why they cannot choose.

import { accountPath } from '../../app/routes.js'
import { t } from '../../core/i18n.js'
import { choice } from '../../kit/choice.js'
import { html } from '../../vendor/preact.js'

/** @param {Me} player @param {ReturnType<import('./form.js').Bound>} bound @param {boolean} disabled */
export function ratedChoice(player, bound, disabled) {
  if (!player.account)
    return html`
      <p class="rated-guest" data-field="rated">
        ${t('lobby.rated.guest')}
        ${' '}
        <a href=${accountPath('sign-up', location.pathname + location.search)}>
          ${t('account.sign-up')}
        </a>
      </p>`
  const listed = `${t('new.rated.yes.about')} ${t('control.rated.listed')}`
  return choice({
    name: 'rated',
    legend: t('new.rated'),
    shown: true,
    'data-field': 'rated',
    disabled,
    options: [
      { value: 'no', text: t('new.rated.no'), about: t('new.rated.no.about') },
      { value: 'yes', text: t('new.rated.yes'), about: listed },
    ],
    ...bound,
  })
}
