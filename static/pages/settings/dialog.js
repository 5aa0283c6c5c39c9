// Settings of this device in a sheet beside a game.

import { prepare } from '../../core/files.js'
import { t } from '../../core/i18n.js'
import { panel } from '../../kit/dialog.js'
import { html } from '../../vendor/preact.js'
import { SettingsForm } from './settings-form.js'

/** Opens the sheet. */
export async function openSettings() {
  await prepare('pages/settings/dialog')
  return panel({
    kind: 'settings',
    title: t('act.settings'),
    body: html`<${SettingsForm} />`,
  })
}
