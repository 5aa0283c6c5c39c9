// Download of the player's data, and deletion of the account with its consequences.

import { remove } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { changeMe } from '../../core/player.js'
import { linkButton } from '../../kit/button.js'
import { ask } from '../../kit/dialog.js'
import { Form, InvalidField, PasswordField } from '../../kit/form.js'
import { html } from '../../vendor/preact.js'

export const dataPart = () => html`
  <p>${t('me.data.about')}</p>
  <p class="row">
    ${linkButton({ act: 'data', href: '/api/me/data', download: '' }, t('me.data.download'))}
    ${linkButton({ look: 'quiet', href: '/privacy' }, t('shell.privacy'))}
  </p>`

const CONSEQUENCES = ['games', 'ratings', 'running', 'name']

/** @param {{ player: Me, done: () => unknown }} props */
export function DeleteForm({ player, done }) {
  /** @type {import('../../kit/form.js').Send} */
  const send = async ({ password }, form) => {
    if (password === '') throw new InvalidField('password', t('account.empty'))
    if (!(await sure(form.querySelector('[type=submit]')))) return
    await changeMe(() => remove('/api/me', password === undefined ? {} : { password }))
    await done()
  }
  return html`
    <${Form} class="part-form" method="post" names=${{ old: 'password' }} send=${send}>
      <p>${t('me.delete.about')}</p>
      <ul>
        ${CONSEQUENCES.map((one) => html`<li>${t(`me.delete.${one}`)}</li>`)}
      </ul>
      ${
        player.account &&
        html`
          <${PasswordField}
            name="password"
            label=${t('account.password.old')}
            autocomplete="current-password"
          />`
      }
      <p class="row">
        <button type="submit" class="danger" data-act="delete-account">${t('me.delete')}</button>
      </p>
    <//>`
}

/** @param {Element | null} trigger @returns {Promise<boolean | null>} */
const sure = (trigger) =>
  ask({
    kind: 'confirm',
    title: t('me.delete.sure'),
    body: t('me.delete.for_ever'),
    trigger,
    actions: [
      { label: t('me.delete.keep'), value: false, act: 'cancel' },
      { label: t('me.delete'), value: true, act: 'confirm', look: 'danger' },
    ],
  })
