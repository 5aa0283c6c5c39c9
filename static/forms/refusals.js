// Refusals of names and passwords, as sentences at their fields.

import { alert } from '../core/announcer.js'
import { dayAndTime } from '../core/format.js'
import { Refusal } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { complain, input } from './fields.js'

/** Sentences of refusals that concern no single field, by code. @type {Record<string, string>} */
const TEXTS = {
  offline: 'error.offline.text',
  timeout: 'error.offline.text',
  try_again: 'error.offline.text',
  too_many: 'account.too_many',
  signed_in: 'account.signed_in',
  no_account: 'account.needed',
  closed: 'account.closed',
  too_early: 'account.too_early',
  too_many_tokens: 'token.too_many',
  busy: 'error.busy.text',
}

/**
 * Shows a refusal at the field of `names` that it concerns, else announces it. Other errors are rethrown.
 * @param {HTMLFormElement} form
 * @param {unknown} error
 * @param {{ name?: string, password?: string, old?: string }} names the fields of a name, a new password (or the one to
 *   sign in with), and the current password
 */
export function showRefusal(form, error, { name, password, old } = {}) {
  if (!(error instanceof Refusal)) throw error
  const rule = String(error.detail.rule ?? '')
  const { seconds = 60, at, next = at } = error.detail
  const time = dayAndTime(Number(next ?? 0))
  /** @type {Record<string, [field: string | undefined, keys: string[], params?: Params]>} */
  const atField = {
    bad_name: [name, [`account.name.${rule}`, 'account.name.refused']],
    name_taken: [name, ['account.name.taken']],
    ...(rule === 'renames' && {
      too_many: [name, ['account.name.later'], { time }],
    }),
    bad_password: [
      password,
      [`account.password.${rule}`, 'account.password.refused'],
    ],
    bad_login: form.elements.namedItem('code')
      ? ['code', ['account.code.wrong']]
      : [old ?? password, [old ? 'account.password.wrong' : 'account.wrong']],
  }
  const [kind, keys, params] = atField[error.code] ?? []
  const target = kind === undefined ? null : input(form, kind)
  if (target && keys) return complain(target, first(keys, params), true)
  const text = t(TEXTS[error.code] ?? 'lobby.failed', { seconds, time })
  showError(form, text)
  alert(text)
}

/** Shows a sentence at the foot of a form; empty: none. @param {HTMLFormElement} form @param {string} text */
export function showError(form, text) {
  const place = form.querySelector('.form-error')
  if (!(place instanceof HTMLElement)) return
  place.textContent = text
  place.hidden = text === ''
}
