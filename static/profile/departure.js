// Download of the player's data, and deletion of the account with its consequences.

import { ask } from '../core/dialog.js'
import { el, set } from '../core/dom.js'
import { remove } from '../core/http.js'
import { t } from '../core/i18n.js'
import { forgetMe } from '../core/player.js'
import { complain, input } from '../forms/fields.js'
import { passwordField } from '../forms/password.js'
import { showError, showRefusal } from '../forms/refusals.js'

export const dataPart = () => [
  el('p', {}, t('me.data.about')),
  el(
    'p',
    { class: 'row' },
    el(
      'a',
      {
        class: 'button',
        href: '/api/me/data',
        download: true,
        'data-act': 'data',
      },
      t('me.data.download'),
    ),
    el('a', { class: 'button quiet', href: '/privacy' }, t('shell.privacy')),
  ),
]

const CONSEQUENCES = ['games', 'ratings', 'running', 'name']

/**
 * @param {Me} player
 * @param {() => unknown} done
 */
export function deletePart(player, done) {
  const button = el(
    'button',
    { type: 'submit', class: 'danger', 'data-act': 'delete-account' },
    t('me.delete'),
  )
  /** @type {HTMLFormElement} */
  const form = el(
    'form',
    { class: 'part-form', method: 'post', novalidate: true },
    el('p', {}, t('me.delete.about')),
    el(
      'ul',
      {},
      CONSEQUENCES.map((one) => el('li', {}, t(`me.delete.${one}`))),
    ),
    player.account
      ? passwordField(
          'password',
          t('account.password.old'),
          '',
          'current-password',
        )
      : null,
    el('p', { class: 'error form-error', hidden: true }),
    el('p', { class: 'row' }, button),
  )
  form.addEventListener('input', () => {
    const field = input(form, 'password')
    if (field) complain(field, null)
    showError(form, '')
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const password = input(form, 'password')
    if (password?.value === '')
      return complain(password, t('account.empty'), true)
    if (!(await sure(button))) return
    set(button, { 'aria-busy': 'true' })
    try {
      await remove('/api/me', password ? { password: password.value } : {})
      forgetMe()
      await done()
    } catch (error) {
      showRefusal(form, error, { old: 'password' })
    } finally {
      set(button, { 'aria-busy': null })
    }
  })
  return form
}

/** @param {HTMLElement} trigger @returns {Promise<boolean | null>} */
const sure = (trigger) =>
  ask({
    kind: 'confirm',
    title: t('me.delete.sure'),
    body: t('me.delete.for_ever'),
    trigger,
    actions: [
      { label: t('me.delete.keep'), value: false, act: 'cancel' },
      {
        label: t('me.delete'),
        value: true,
        act: 'confirm',
        look: 'danger',
      },
    ],
  })
