// Account forms in a sheet beside a game, so that signing up in mid-game keeps the seat.

import { panel } from '../core/dialog.js'
import { closest, el } from '../core/dom.js'
import { prepare } from '../core/files.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { accountForms } from './forms.js'

/** @typedef {import('./forms.js').Tab} Tab */

/** Opens the sheet, which closes when the player has an account. */
export async function openAccount() {
  const [player] = await Promise.all([me(), prepare('account/page')])
  const place = el('div', {})
  const sheet = panel({
    kind: 'account',
    title: t('account.title'),
    body: place,
  })
  /** @param {Tab} tab */
  const show = (tab) =>
    place.replaceChildren(accountForms(tab, null, player, sheet.close))
  place.addEventListener('click', (event) => {
    const link = closest(event, '[data-tab]')
    if (!link) return
    event.preventDefault()
    show(/** @type {Tab} */ (link.dataset.tab))
    focusCurrent(place)
  })
  show('sign-up')
  return sheet
}

/** @param {HTMLElement} place */
function focusCurrent(place) {
  const link = place.querySelector('[data-tab][aria-current]')
  if (link instanceof HTMLElement) link.focus()
}
