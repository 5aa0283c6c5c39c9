// Forms to change name and password.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { patch } from '../core/http.js'
import { t } from '../core/i18n.js'
import { forgetMe } from '../core/player.js'
import { field, input, isChecked } from '../forms/fields.js'
import { passwordField } from '../forms/password.js'
import { onSubmit } from '../forms/submit.js'

/**
 * @param {Me} player
 * @param {() => unknown} done
 */
export const nameForm = (player, done) =>
  settingForm(
    'rename',
    [
      field('name', t('me.name.new'), t('account.name.about'), {
        value: player.name,
        autocomplete: 'username',
      }),
      el('p', {}, el('small', {}, t('me.name.about'))),
    ],
    async (form) => {
      await patch('/api/me', { name: input(form, 'name')?.value.trim() })
      forgetMe()
      say(t('me.saved'))
      await done()
    },
  )

export function passwordForm() {
  const note = el('p', { class: 'detail' })
  const form = settingForm(
    'change-password',
    [
      passwordField('old', t('account.password.old'), '', 'current-password'),
      passwordField(
        'password',
        t('account.password.new'),
        t('account.password.about'),
        'new-password',
      ),
      el(
        'div',
        { class: 'checks' },
        el(
          'label',
          {},
          el('input', { type: 'checkbox', name: 'keep_tokens' }),
          el('span', {}, t('me.password.keep_tokens')),
        ),
      ),
      el('p', {}, el('small', {}, t('me.password.about'))),
    ],
    async () => {
      const password = {
        old: input(form, 'old')?.value ?? '',
        new: input(form, 'password')?.value ?? '',
        keep_tokens: isChecked(form, 'keep_tokens'),
      }
      await patch('/api/me', { password })
      form.reset()
      note.textContent = t('me.password.done')
      say(t('me.password.done'))
    },
    'old',
  )
  form.append(note)
  return form
}

/**
 * @param {string} act
 * @param {Child} fields
 * @param {(form: HTMLFormElement) => Promise<void>} save
 * @param {string} [checked] the field of the current password, if there is one
 */
function settingForm(act, fields, save, checked) {
  const button = el(
    'button',
    { type: 'submit', 'data-act': act },
    t(`me.${act}`),
  )
  /** @type {HTMLFormElement} */
  const form = el(
    'form',
    { class: 'part-form', method: 'post', novalidate: true },
    fields,
    el('p', { class: 'error form-error', hidden: true }),
    el('p', { class: 'row' }, button),
  )
  const old = checked && { old: checked }
  onSubmit(form, button, () => save(form), {
    names: { name: 'name', password: 'password', ...old },
  })
  return form
}
