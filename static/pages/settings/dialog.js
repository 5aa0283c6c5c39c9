// Settings of this device in a sheet beside a game.

import { samePage } from '../../core/dom.js'
import { prepare } from '../../core/files.js'
import { t } from '../../core/i18n.js'
import { panel } from '../../kit/dialog.js'
import { html } from '../../vendor/preact.js'
import { SettingsForm } from './settings-form.js'

/** Opens the sheet. */
export async function openSettings() {
  const isHere = samePage()
  await prepare('pages/settings/dialog')
  if (!isHere()) return
  panel({
    kind: 'settings',
    title: t('act.settings'),
    body: html`<${SettingsForm} />`,
  })
}
