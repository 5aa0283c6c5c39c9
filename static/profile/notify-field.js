// Setting of notifications: switching them on asks the browser for permission, and a refusal is explained.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import {
  allowed,
  switchNotifications,
  wantsNotifications,
} from '../news/notify.js'

export function notifyField() {
  const box = el('input', {
    type: 'checkbox',
    'data-act': 'notify',
    onchange: async ({ currentTarget }) => {
      if (!(currentTarget instanceof HTMLInputElement)) return
      await switchNotifications(currentTarget.checked)
      draw()
    },
  })
  const why = el('p', { class: 'detail', role: 'status' })
  const draw = () => {
    const may = allowed()
    if (box instanceof HTMLInputElement)
      box.checked = wantsNotifications() && may === true
    set(box, { disabled: may === 'unavailable' })
    why.textContent = explanation(may)
  }
  draw()
  return el(
    'div',
    { class: 'setting notify' },
    el('label', {}, box, el('span', {}, t('settings.notify.on'))),
    why,
  )
}

/** @param {ReturnType<typeof allowed>} may */
function explanation(may) {
  if (may === 'unavailable') return t('settings.notify.unavailable')
  return t(may === false ? 'settings.notify.blocked' : 'settings.notify.about')
}
