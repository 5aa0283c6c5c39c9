// Forms to sign up, sign in, or recover an account with the recovery code; on /account and in a sheet beside a game.

import { accountPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { forgetMe } from '../core/player.js'
import { complain, field, input } from '../forms/fields.js'
import { passwordField } from '../forms/password.js'
import { keepCode } from '../forms/recovery.js'
import { onSubmit } from '../forms/submit.js'

/** @typedef {'sign-up' | 'sign-in' | 'recover'} Tab */
/** @type {Tab[]} */
export const TABS = ['sign-up', 'sign-in', 'recover']

/**
 * Creates the choice of the form and the form. `done` is called when the player has an account and has saved the code.
 * @param {Tab} tab
 * @param {string | null} next the path to go on to
 * @param {Me} player
 * @param {() => unknown} done
 */
export function accountForms(tab, next, player, done) {
  const place = el('div', { class: 'account-form' })
  const links = TABS.map((one) =>
    el(
      'a',
      {
        href: accountPath(one, next),
        'data-tab': one,
        'aria-current': one === tab ? 'page' : null,
      },
      t(`account.${one}`),
    ),
  )
  place.append(makeForm(tab, player, done, place))
  return el(
    'div',
    { class: 'account' },
    el(
      'nav',
      { class: 'account-tabs', 'aria-label': t('account.ways') },
      links,
    ),
    place,
  )
}

/** Fields of each form. @type {Record<Tab, () => Child[]>} */
const FIELDS = {
  'sign-up': () => [
    nameField(t('account.name.about')),
    newPassword(t('account.password')),
  ],
  'sign-in': () => [
    nameField(''),
    passwordField('password', t('account.password'), '', 'current-password'),
  ],
  recover: () => [
    nameField(''),
    field('code', t('account.code'), t('account.code.about'), {
      autocomplete: 'off',
      class: 'text',
      required: true,
    }),
    newPassword(t('account.password.new')),
  ],
}

/** @type {Record<Tab, string>} */
const ADDRESSES = {
  'sign-up': '/api/accounts',
  'sign-in': '/api/logins',
  recover: '/api/accounts/recover',
}

/** @param {string} about */
const nameField = (about) =>
  field('name', t('account.name'), about, {
    autocomplete: 'username',
    required: true,
  })

/** @param {string} label */
const newPassword = (label) =>
  passwordField('password', label, t('account.password.about'), 'new-password')

/**
 * @param {Tab} tab
 * @param {Me} player
 * @param {() => unknown} done
 * @param {HTMLElement} place where the code is shown at the end
 */
function makeForm(tab, player, done, place) {
  const button = el(
    'button',
    { type: 'submit', class: 'primary big', 'data-act': tab },
    t(`account.${tab}.do`),
  )
  const form = el(
    'form',
    { class: 'sheet', method: 'post', novalidate: true, 'data-form': tab },
    el('p', {}, t(`account.${tab}.about`, { name: player.name })),
    FIELDS[tab](),
    el('p', { class: 'error form-error', hidden: true }),
    el('p', { class: 'row' }, button),
  )
  const send = async () => {
    const answer = await post(ADDRESSES[tab], bodyOf(form))
    forgetMe()
    say(t('account.done', { name: answer.player.name }))
    if (!answer.recovery) return done()
    place.replaceChildren(keepCode(answer.recovery, done))
    place.parentElement?.setAttribute('data-step', 'code')
    place.querySelector('h2')?.focus()
  }
  onSubmit(form, button, send, {
    check: () => complete(form),
    names: { name: 'name', password: 'password' },
  })
  return form
}

/** Whether all fields are filled in; else the first empty one says so. @param {HTMLFormElement} form */
function complete(form) {
  for (const { name, value } of fields(form)) {
    const target = input(form, name)
    if (value !== '' || !target) continue
    complain(target, t('account.empty'), true)
    return false
  }
  return true
}

/** @param {HTMLFormElement} form */
const fields = (form) =>
  [...form.elements].flatMap((one) =>
    one instanceof HTMLInputElement ? [one] : [],
  )

/** Returns the typed values by field; all but passwords are trimmed.
 * @param {HTMLFormElement} form */
function bodyOf(form) {
  const values = [...new FormData(form)].map(([name, value]) => [
    name,
    name === 'password' ? String(value) : String(value).trim(),
  ])
  return Object.fromEntries(values)
}
