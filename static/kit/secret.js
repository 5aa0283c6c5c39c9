// Secrets that the server shows once: recovery codes and tokens.

import { say } from '../core/announcer.js'
import { t } from '../core/i18n.js'
import { copy } from '../core/share.js'
import { html, useEffect, useRef, useSignal } from '../vendor/preact.js'
import { button } from './button.js'

/** A secret with a button that copies it. @param {{ text: string }} props */
export function Secret({ text }) {
  const outcome = useSignal('')
  const press = async () => {
    outcome.value = t((await copy(text)) ? 'account.copied' : 'account.not_copied')
    say(outcome.value)
  }
  return html`
    <div class="secret">
      <code>${text}</code>
      ${button({ act: 'copy', onpress: press }, t('account.copy'))}
      <small>${outcome.value}</small>
    </div>`
}

/** Recovery code, the only way back after a forgotten password, since there is no e-mail. It is shown until the player
 * confirms that it is saved.
 * @param {{ code: string, done: () => unknown }} props */
export function RecoveryCode({ code, done }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => heading.current?.focus(), [])
  return html`
    <section class="sheet" data-recovery=${code}>
      <h2 tabindex="-1" ref=${heading}>${t('account.keep')}</h2>
      <p>${t('account.keep.about')}</p>
      <${Secret} text=${code} />
      <p class="row">
        ${button({ act: 'kept', look: 'primary big', onpress: done }, t('account.kept'))}
      </p>
    </section>`
}
