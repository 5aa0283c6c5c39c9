// /settings: settings of this device, of the account, and of the leaderboards.

import { personPath } from '../../app/routes.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'
import { accountSection } from './account.js'
import { Listing } from './listing.js'
import { SettingsForm } from './settings-form.js'

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { go, ready, signal }) {
  root.dataset.screen = 'settings'
  const player = await me()
  /** @type {Wire.Profile} */
  const profile = await get(`/api${personPath(player.name)}`, { signal })
  const page = mount(
    root,
    html`
      <h1>${t('me.settings')}</h1>
      <p class="lead"><a href="/me">${t('account.me')}</a></p>
      <div class="settings-page">
        <section class="sheet" aria-labelledby="settings-device">
          <h2 id="settings-device">${t('settings.device')}</h2>
          <${SettingsForm} />
        </section>
        <div class="lists">
          ${accountSection(player, go)}
          <${Listing} listed=${profile.listed === true} />
        </div>
      </div>`,
  )
  ready(t('me.settings'))
  return page
}
