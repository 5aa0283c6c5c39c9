// Tokens for the player's programs: names, scopes, and a form for a new token, which is shown once.

import { say } from '../../core/announcer.js'
import { get, post, remove } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { checkbox } from '../../kit/choice.js'
import { leaveRow } from '../../kit/fold.js'
import { Field, Form, InvalidField } from '../../kit/form.js'
import { Secret } from '../../kit/secret.js'
import { Ago } from '../../kit/time.js'
import { html, useSignal } from '../../vendor/preact.js'

const SCOPES = ['read', 'play']

/** @returns {Promise<Wire.TokenItem[]>} */
export const readTokens = () =>
  get('/api/tokens').then((/** @type {Wire.Tokens} */ { items }) => items)

/** @param {{ first: Wire.TokenItem[] }} props */
export function TokenPart({ first }) {
  const tokens = useSignal(first)
  const created = useSignal(/** @type {Wire.CreatedToken | null} */ (null))
  /** @type {import('../../kit/form.js').Send} */
  const send = async (values, form) => {
    const name = values.token?.trim()
    if (!name) throw new InvalidField('token', t('account.empty'))
    const scopes = SCOPES.filter((scope) => scope in values)
    if (!scopes.length) throw new InvalidField('scopes', t('token.no_scope'))
    /** @type {Wire.CreatedToken} */
    const token = await post('/api/tokens', { name, scopes })
    tokens.value = [token, ...tokens.value]
    created.value = token
    form.reset()
  }
  /** @param {string} id @param {string} name @param {HTMLElement} pressed */
  const end = async (id, name, pressed) => {
    await remove(`/api/tokens/${encodeURIComponent(id)}`)
    leaveRow(pressed)
    tokens.value = tokens.value.filter((one) => one.id !== id)
    say(t('token.ended', { name }))
  }
  return html`
    <p>${t('token.about')} <a href="/docs">${t('token.docs')}</a></p>
    <ul class="entries">
      ${tokens.value.map((token) => tokenRow(token, end))}
    </ul>
    <div role="status">${created.value && newToken(created.value)}</div>
    <${Form} class="part-form" send=${send}>
      <${Field}
        name="token"
        label=${t('token.name')}
        about=${t('token.name.about')}
        maxlength=${60}
      />
      <fieldset>
        <legend>${t('token.scopes')}</legend>
        ${SCOPES.map((scope) => checkbox({ name: scope, initial: true }, t(`token.scope.${scope}`)))}
      </fieldset>
      <p class="row">
        <button type="submit" data-act="create-token">${t('token.create')}</button>
      </p>
    <//>`
}

/** @param {Wire.CreatedToken} token */
const newToken = ({ id, name, token }) => html`
  <p>${t('token.once', { name })}</p>
  <${Secret} key=${id} text=${token} />`

/** @param {Wire.TokenItem} token @param {(id: string, name: string, pressed: HTMLElement) => unknown} end */
function tokenRow({ id, name: given, scopes, used }, end) {
  const name = given || t('token.unnamed')
  const attributes = {
    act: 'end-token',
    label: t('token.end.of', { name }),
    onpress: (/** @type {ElementEvent<'click'>} */ event) => end(id, name, event.currentTarget),
  }
  return html`
    <li key=${id} data-token=${id}>
      <span class="what">
        <strong>${name}</strong>
        <span class="detail">${scopes.map((scope) => t(`token.scope.${scope}`)).join(' · ')}</span>
        <span class="detail">
          ${used === null ? t('token.unused') : html`${t('token.used')} <${Ago} at=${used} />`}
        </span>
      </span>
      ${button(attributes, t('token.end'))}
    </li>`
}
