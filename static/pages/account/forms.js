// Forms to sign up, sign in, or recover an account with the recovery code; on /account and in a sheet beside a game.

import { accountPath } from '../../app/routes.js'
import { say } from '../../core/announcer.js'
import { post } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { changeMe } from '../../core/player.js'
import { Field, Form, InvalidField, PasswordField } from '../../kit/form.js'
import { RecoveryCode } from '../../kit/secret.js'
import { html, useSignal } from '../../vendor/preact.js'

/** @typedef {'sign-up' | 'sign-in' | 'recover'} Tab */
/** @type {Tab[]} */
export const TABS = ['sign-up', 'sign-in', 'recover']

/** @type {Record<Tab, string>} */
const ADDRESSES = {
  'sign-up': '/api/accounts',
  'sign-in': '/api/logins',
  recover: '/api/accounts/recover',
}

/** Choice of the form, and the form. `next`: the path to go on to; `choose` shows another form without leaving the page;
 * `done` is called when the player has an account and has saved the code; `beside` is shown unless there is a code to save.
 * @param {{ tab: Tab, next: string | null, player: Me, done: () => unknown, choose?: (tab: Tab) => void,
 *   beside?: Content }} props */
export function AccountForms({ tab, next, player, done, choose, beside }) {
  const code = useSignal('')
  const send = async (/** @type {Record<string, string>} */ values) => {
    const answer = await changeMe(() => post(ADDRESSES[tab], filledIn(values)))
    say(t('account.done', { name: answer.player.name }))
    if (!answer.recovery) return done()
    code.value = answer.recovery
  }
  if (code.value)
    return html`
      <div class="account" data-step="code">
        <div class="account-form"><${RecoveryCode} code=${code.value} done=${done} /></div>
      </div>`
  return html`
    <div class="account">
      <nav class="account-tabs" aria-label=${t('account.ways')}>
        ${TABS.map((one) => tabLink(one, one === tab, next, choose))}
      </nav>
      <div class="account-form">
        <${Form}
          key=${tab}
          class="sheet"
          method="post"
          data-form=${tab}
          names=${{ name: 'name', password: 'password' }}
          send=${send}
        >
          <p>${t(`account.${tab}.about`, { name: player.name })}</p>
          ${FIELDS[tab]()}
          <p class="row">
            <button type="submit" class="primary big" data-act=${tab}>${t(`account.${tab}.do`)}</button>
          </p>
        <//>
      </div>
    </div>
    ${beside}`
}

/** @param {Tab} tab @param {boolean} current @param {string | null} next @param {((tab: Tab) => void) | undefined} choose */
function tabLink(tab, current, next, choose) {
  const follow = (/** @type {MouseEvent} */ event) => {
    event.preventDefault()
    choose?.(tab)
  }
  return html`
    <a
      href=${accountPath(tab, next)}
      data-tab=${tab}
      aria-current=${current ? 'page' : undefined}
      onClick=${choose && follow}
    >${t(`account.${tab}`)}</a>`
}

/** Fields of each form. @type {Record<Tab, () => Content>} */
const FIELDS = {
  'sign-up': () => [nameField(t('account.name.about')), newPassword(t('account.password'))],
  'sign-in': () => [
    nameField(''),
    html`
      <${PasswordField}
        name="password"
        label=${t('account.password')}
        autocomplete="current-password"
      />`,
  ],
  recover: () => [
    nameField(''),
    html`
      <${Field}
        name="code"
        label=${t('account.code')}
        about=${t('account.code.about')}
        class="text"
        required
      />`,
    newPassword(t('account.password.new')),
  ],
}

/** @param {string} about */
const nameField = (about) => html`
  <${Field} name="name" label=${t('account.name')} about=${about} autocomplete="username" required />`

/** @param {string} label */
const newPassword = (label) => html`
  <${PasswordField}
    name="password"
    label=${label}
    about=${t('account.password.about')}
    autocomplete="new-password"
  />`

/** Returns the typed values by field; all but passwords are trimmed. Throws an InvalidField for the first empty one.
 * @param {Record<string, string>} values */
function filledIn(values) {
  const body = Object.entries(values).map(([name, value]) => {
    const text = name === 'password' ? value : value.trim()
    if (text === '') throw new InvalidField(name, t('account.empty'))
    return [name, text]
  })
  return Object.fromEntries(body)
}
