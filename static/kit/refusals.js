// Refusals of names, passwords and codes, as sentences at their fields. Their texts are in the catalogue `account`, which
// every page with a form lists.

import { dayAndTime } from '../core/format.js'
import { Refusal } from '../core/http.js'
import { first, t } from '../core/i18n.js'

/** The fields of a name, a new password (or the one to sign in with), and the current password.
 * @typedef {{ name?: string, password?: string, old?: string }} FieldNames */

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

/** Returns the sentence of a refusal and the field that it concerns. Other errors are rethrown.
 * @param {unknown} error @param {FieldNames} names @param {boolean} [byCode] the form has a field `code` for a recovery code
 * @returns {{ field: string | undefined, sentence: string }} */
export function refusalAt(error, { name, password, old }, byCode = false) {
  if (!(error instanceof Refusal)) throw error
  const rule = String(error.detail.rule ?? '')
  const { seconds = 60, at, next = at } = error.detail
  const time = dayAndTime(Number(next ?? 0))
  /** @type {Record<string, [field: string | undefined, keys: string[]]>} */
  const atField = {
    bad_name: [name, [`account.name.${rule}`, 'account.name.refused']],
    name_taken: [name, ['account.name.taken']],
    ...(rule === 'renames' && { too_many: [name, ['account.name.later']] }),
    bad_password: [password, [`account.password.${rule}`, 'account.password.refused']],
    bad_login: byCode
      ? ['code', ['account.code.wrong']]
      : [old ?? password, [old ? 'account.password.wrong' : 'account.wrong']],
  }
  const [field, keys] = atField[error.code] ?? []
  if (field !== undefined && keys) return { field, sentence: first(keys, { time }) }
  const sentence = t(TEXTS[error.code] ?? 'lobby.failed', { seconds, time })
  return { field: undefined, sentence }
}
