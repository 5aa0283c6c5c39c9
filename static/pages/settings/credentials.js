// Forms to change name and password.

import { say } from '../../core/announcer.js'
import { patch } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { changeMe } from '../../core/player.js'
import { checkbox } from '../../kit/choice.js'
import { Field, Form, PasswordField } from '../../kit/form.js'
import { html, useSignal } from '../../vendor/preact.js'

/** @param {{ player: Me }} props */
export function NameForm({ player }) {
  const done = useSignal('')
  const send = async ({ name = '' }) => {
    done.value = ''
    await changeMe(() => patch('/api/me', { name: name.trim() }))
    done.value = t('me.saved')
    say(done.value)
  }
  return html`
    <${Form} class="part-form" method="post" names=${{ name: 'name' }} send=${send}>
      <${Field}
        name="name"
        label=${t('me.name.new')}
        about=${t('account.name.about')}
        defaultValue=${player.name}
        autocomplete="username"
      />
      <p><small>${t('me.name.about')}</small></p>
      <p class="row"><button type="submit" data-act="rename">${t('me.rename')}</button></p>
      <p class="detail">${done.value}</p>
    <//>`
}

export function PasswordForm() {
  const done = useSignal('')
  /** @type {import('../../kit/form.js').Send} */
  const send = async ({ old, password, keep_tokens }, form) => {
    done.value = ''
    const change = { old, new: password, keep_tokens: keep_tokens !== undefined }
    await patch('/api/me', { password: change })
    form.reset()
    done.value = t('me.password.done')
    say(done.value)
  }
  return html`
    <${Form}
      class="part-form"
      method="post"
      names=${{ old: 'old', password: 'password' }}
      send=${send}
    >
      <${PasswordField}
        name="old"
        label=${t('account.password.old')}
        autocomplete="current-password"
      />
      <${PasswordField}
        name="password"
        label=${t('account.password.new')}
        about=${t('account.password.about')}
        autocomplete="new-password"
      />
      ${checkbox({ name: 'keep_tokens' }, t('me.password.keep_tokens'))}
      <p><small>${t('me.password.about')}</small></p>
      <p class="row">
        <button type="submit" data-act="change-password">${t('me.change-password')}</button>
      </p>
      <p class="detail">${done.value}</p>
    <//>`
}
