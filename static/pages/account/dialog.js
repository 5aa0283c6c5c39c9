// Account forms in a sheet beside a game, so that signing up in mid-game keeps the seat.

import { samePage } from '../../core/dom.js'
import { prepare } from '../../core/files.js'
import { t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { panel } from '../../kit/dialog.js'
import { html, useSignal } from '../../vendor/preact.js'
import { AccountForms } from './forms.js'

/** Opens the sheet with a form, which closes when the player has an account.
 * @param {import('./forms.js').Tab} first */
export async function openAccount(first) {
  const isHere = samePage()
  const [player] = await Promise.all([me(), prepare('pages/account/page')])
  if (!isHere()) return
  const sheet = panel({
    kind: 'account',
    title: t('account.title'),
    body: html`<${Forms} first=${first} player=${player} done=${() => sheet.close()} />`,
  })
}

/** @param {{ first: import('./forms.js').Tab, player: Me, done: () => void }} props */
function Forms({ first, player, done }) {
  const tab = useSignal(first)
  return html`
    <${AccountForms}
      tab=${tab.value}
      next=${null}
      player=${player}
      done=${done}
      choose=${(/** @type {import('./forms.js').Tab} */ chosen) => (tab.value = chosen)}
    />`
}
