// Switch that shows or hides the player on the leaderboards.

import { say } from '../../core/announcer.js'
import { patch, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { html, useSignal } from '../../vendor/preact.js'

/** Shows the server's answer, since a player hidden by the host stays hidden. @param {{ listed: boolean }} props */
export function Listing({ listed }) {
  const on = useSignal(listed)
  const note = useSignal('')
  const change = async () => {
    const wanted = !on.value
    note.value = await setListed(wanted).then(
      (answer) => {
        on.value = answer
        return answer === wanted ? t(`me.listed.done.${wanted}`) : t('me.listed.refused')
      },
      (error) => {
        if (!(error instanceof Refusal) || error.code === 'left') throw error
        return t('me.listed.failed')
      },
    )
    say(note.value)
  }
  const attributes = {
    act: 'listed',
    look: 'switch',
    role: 'switch',
    'aria-checked': String(on.value),
    onpress: change,
  }
  return html`
    <section class="sheet" aria-labelledby="settings-boards">
      <h2 id="settings-boards">${t('me.boards')}</h2>
      ${button(
        attributes,
        html`<span>${t('me.listed')}</span>`,
        html`<span class="value">${t(on.value ? 'me.listed.on' : 'me.listed.off')}</span>`,
      )}
      <p class="detail">${note.value}</p>
      <p><small>${t('me.listed.about')}</small></p>
    </section>`
}

/** Returns whether the player is listed now. @param {boolean} listed */
const setListed = (listed) =>
  patch('/api/me', { listed }).then(
    (/** @type {Wire.Profile} */ profile) => profile.listed === true,
  )
