// Account forms in a sheet beside a game, so that signing up in mid-game keeps the seat.

import { samePage } from '../../core/dom.js'
import { prepare } from '../../core/files.js'
import { t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { panel } from '../../kit/dialog.js'
import { html, useSignal } from '../../vendor/preact.js'
import { AccountForms } from './forms.js'

/** Opens the sheet, which closes when the player has an account. */
export async function openAccount() {
  const isHere = samePage()
  const [player] = await Promise.all([me(), prepare('pages/account/page')])
  if (!isHere()) return
  const sheet = panel({
    kind: 'account',
    title: t('account.title'),
    body: html`<${Forms} player=${player} done=${() => sheet.close()} />`,
  })
}

/** @param {{ player: Me, done: () => void }} props */
function Forms({ player, done }) {
  const tab = useSignal(/** @type {import('./forms.js').Tab} */ ('sign-up'))
  return html`
    <${AccountForms}
      tab=${tab.value}
      next=${null}
      player=${player}
      done=${done}
      choose=${(/** @type {import('./forms.js').Tab} */ chosen) => (tab.value = chosen)}
    />`
}
