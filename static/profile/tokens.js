// Tokens for the player's programs: names, scopes, and a form for a new token, which is shown once.

import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { ago } from '../core/format.js'
import { get, post, remove } from '../core/http.js'
import { t } from '../core/i18n.js'
import { complain, field, input, isChecked } from '../forms/fields.js'
import { secret } from '../forms/recovery.js'
import { showError } from '../forms/refusals.js'
import { onSubmit } from '../forms/submit.js'

const SCOPES = ['read', 'play']

export async function tokenPart() {
  /** @type {Wire.Tokens} */
  const { items } = await get('/api/tokens')
  const list = el('ul', { class: 'entries' }, items.map(tokenRow))
  const made = el('div', { role: 'status' })
  return [
    el(
      'p',
      {},
      t('token.about'),
      ' ',
      el('a', { href: '/docs' }, t('token.docs')),
    ),
    list,
    made,
    tokenForm((token) => {
      list.prepend(tokenRow(token))
      made.replaceChildren(
        el('p', {}, t('token.once', { name: token.name })),
        secret(token.token),
      )
    }),
  ]
}

/** @param {Wire.TokenItem} token */
function tokenRow({ id, name: given, scopes, used }) {
  const name = given || t('token.unnamed')
  const row = el(
    'li',
    { 'data-token': id },
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name),
      el(
        'span',
        { class: 'detail' },
        scopes.map((scope) => t(`token.scope.${scope}`)).join(' · '),
      ),
      el(
        'span',
        { class: 'detail' },
        used === null ? t('token.unused') : [t('token.used'), ' ', ago(used)],
      ),
    ),
    el(
      'button',
      {
        type: 'button',
        'data-act': 'end-token',
        'aria-label': t('token.end.of', { name }),
        onclick: (event) =>
          press(event, async () => {
            await remove(`/api/tokens/${encodeURIComponent(id)}`)
            row.remove()
            say(t('token.ended', { name }))
          }),
      },
      t('token.end'),
    ),
  )
  return row
}

/** @param {(token: Wire.CreatedToken) => void} created */
function tokenForm(created) {
  const button = el(
    'button',
    { type: 'submit', 'data-act': 'create-token' },
    t('token.create'),
  )
  /** @type {HTMLFormElement} */
  const form = el(
    'form',
    { class: 'part-form', novalidate: true },
    field('token', t('token.name'), t('token.name.about'), { maxlength: '60' }),
    el(
      'fieldset',
      { class: 'checks' },
      el('legend', {}, t('token.scopes')),
      SCOPES.map((scope) =>
        el(
          'label',
          {},
          el('input', { type: 'checkbox', name: scope, checked: true }),
          el('span', {}, t(`token.scope.${scope}`)),
        ),
      ),
    ),
    el('p', { class: 'error form-error', hidden: true }),
    el('p', { class: 'row' }, button),
  )
  const scopes = () => SCOPES.filter((scope) => isChecked(form, scope))
  const name = () => input(form, 'token')?.value.trim() ?? ''
  const check = () => {
    const field = input(form, 'token')
    if (field) complain(field, name() ? null : t('account.empty'), true)
    if (!name()) return false
    showError(form, scopes().length ? '' : t('token.no_scope'))
    return scopes().length > 0
  }
  const send = async () => {
    created(await post('/api/tokens', { name: name(), scopes: scopes() }))
    form.reset()
  }
  onSubmit(form, button, send, { check })
  return form
}
