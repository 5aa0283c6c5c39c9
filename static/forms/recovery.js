// Recovery code, the only way back after a forgotten password, since there is no e-mail. The server shows it once.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { copy } from '../core/share.js'

/**
 * Shows the code until the player confirms that it is saved.
 * @param {string} code
 * @param {() => unknown} done
 */
export function keepCode(code, done) {
  return el(
    'section',
    { class: 'sheet', 'data-recovery': code },
    el('h2', { tabindex: '-1' }, t('account.keep')),
    el('p', {}, t('account.keep.about')),
    secret(code),
    el(
      'p',
      { class: 'row' },
      el(
        'button',
        {
          type: 'button',
          class: 'primary big',
          'data-act': 'kept',
          onclick: done,
        },
        t('account.kept'),
      ),
    ),
  )
}

/** Creates a secret that is shown once, with a copy button. @param {string} text */
export function secret(text) {
  const note = el('small', {})
  const press = async () => {
    const key = (await copy(text)) ? 'account.copied' : 'account.not_copied'
    note.textContent = t(key)
    say(t(key))
  }
  return el(
    'div',
    { class: 'secret' },
    el('code', {}, text),
    el(
      'button',
      { type: 'button', 'data-act': 'copy', onclick: press },
      t('account.copy'),
    ),
    note,
  )
}
