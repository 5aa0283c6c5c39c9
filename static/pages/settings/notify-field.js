// Setting of notifications: switching them on asks the browser for permission, and a refusal is explained.

import { t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { checkbox } from '../../kit/choice.js'
import { allowed, switchNotifications } from '../../live/notify.js'
import { html, useSignal } from '../../vendor/preact.js'

export function NotifyField() {
  const permission = useSignal({ may: allowed() })
  const { may } = permission.value
  const choose = async (/** @type {boolean} */ on) => {
    await switchNotifications(on)
    permission.value = { may: allowed() } // a new object, so that a refused tick is drawn as none
  }
  const box = {
    name: 'notify',
    checked: settings.get('notify', 'off') === 'on' && may === true,
    disabled: may === 'unavailable',
    act: 'notify',
    onchoose: choose,
  }
  return html`
    <div class="setting notify">
      ${checkbox(box, t('settings.notify.on'))}
      <p class="detail" role="status">${explanation(may)}</p>
    </div>`
}

/** @param {ReturnType<typeof allowed>} may */
function explanation(may) {
  if (may === 'unavailable') return t('settings.notify.unavailable')
  return t(may === false ? 'settings.notify.blocked' : 'settings.notify.about')
}
