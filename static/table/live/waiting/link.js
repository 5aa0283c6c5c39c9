// Link of a waiting table: to copy, to send, and as a QR code for a friend at the same place.

import { gamePath } from '../../../app/routes.js'
import { loadPart } from '../../../core/files.js'
import { t } from '../../../core/i18n.js'
import { button } from '../../../kit/button.js'
import { icon } from '../../../kit/icon.js'
import { html, useSignal } from '../../../vendor/preact.js'

const COARSE_POINTER = '(pointer: coarse)'

/** Returns the address that a friend opens. @param {string} id of the game */
export const linkOf = (id) => new URL(gamePath(id), location.href).href

/** `leads`: its button is the one of the page that leads.
 * @param {{ url: string, share: () => unknown, leads?: boolean }} props */
export function ShareLink({ url, share, leads = false }) {
  const shares = typeof navigator.share === 'function' && matchMedia(COARSE_POINTER).matches
  const select = (/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) =>
    currentTarget.select()
  return html`
    <div class="share-link">
      <input
        type="text"
        class="link"
        readonly
        value=${url}
        aria-label=${t('table.link')}
        onFocus=${select}
      />
      ${button(
        { act: 'share', look: leads ? 'primary' : undefined, onpress: share },
        icon(shares ? 'share' : 'copy', 'act-sign'),
        t(shares ? 'act.send_link' : 'act.copy_link'),
      )}
      <${QrCode} url=${url} />
    </div>`
}

/** The code, drawn when it is first opened. @param {{ url: string }} props */
function QrCode({ url }) {
  const picture = useSignal(/** @type {Content} */ (null))
  const draw = async (/** @type {Event & { currentTarget: HTMLDetailsElement }} */ event) => {
    const details = event.currentTarget
    if (!details.open || picture.value) return
    const { qrPicture } = await loadPart(() => import('./qr.js'))
    picture.value = qrPicture(url)
    requestAnimationFrame(() => details.scrollIntoView({ block: 'nearest' }))
  }
  return html`
    <details class="scan" onToggle=${draw}>
      <summary>${t('table.waiting.qr')}</summary>
      ${picture.value && html`<div role="img" aria-label=${t('table.waiting.qr.alt')}>${picture.value}</div>`}
    </details>`
}
