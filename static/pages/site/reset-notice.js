// Notice that the host has issued a recovery code for this account, which the signed-in player can withdraw.

import { say } from '../../core/announcer.js'
import { dayAndTime } from '../../core/format.js'
import { remove } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { serverNow } from '../../core/server-time.js'
import { button } from '../../kit/button.js'
import { html } from '../../vendor/preact.js'
import { Strip } from './strip.js'

/** @param {{ reset: import('@preact/signals').Signal<Wire.Reset | null> }} props */
export function ResetNotice({ reset }) {
  if (!reset.value) return null
  const { at } = reset.value
  const withdraw = async () => {
    await remove('/api/me/reset', undefined, { shared: true })
    reset.value = null
    say(t('shell.reset.cancelled'))
  }
  const text = t(at > serverNow() ? 'shell.reset' : 'shell.reset.now', { time: dayAndTime(at) })
  return html`
    <${Strip} text=${text} data-reset=${at} aria-label=${t('shell.reset.title')}>
      ${button({ act: 'cancel-reset', onpress: withdraw }, t('shell.reset.cancel'))}
    <//>`
}
