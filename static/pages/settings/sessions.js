// The player's sessions, each with a button that signs out there, and one for all.

import { say } from '../../core/announcer.js'
import { browserName } from '../../core/browser-name.js'
import { get, remove } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { signOut } from '../../core/player.js'
import { button } from '../../kit/button.js'
import { leaveRow } from '../../kit/fold.js'
import { Ago } from '../../kit/time.js'
import { html, useSignal } from '../../vendor/preact.js'

/** @returns {Promise<Wire.SignInSession[]>} */
export const readSessions = () =>
  get('/api/me/sessions').then((/** @type {Wire.SignInSessions} */ { items }) => items)

/** `left` is called after signing out everywhere. @param {{ first: Wire.SignInSession[], left: () => unknown }} props */
export function SessionList({ first, left }) {
  const sessions = useSignal(first)
  /** @param {string} id @param {string} browser @param {HTMLElement} pressed */
  const end = async (id, browser, pressed) => {
    await remove(`/api/me/sessions/${encodeURIComponent(id)}`)
    leaveRow(pressed)
    sessions.value = sessions.value.filter((one) => one.id !== id)
    say(t('me.session.ended', { browser }))
  }
  const everywhere = {
    act: 'sign-out-everywhere',
    onpress: () => signOut(true).then(left),
  }
  return html`
    <ul class="entries">
      ${sessions.value.map((session) => sessionRow(session, end))}
    </ul>
    <p class="row">${button(everywhere, t('account.sign_out.everywhere'))}</p>
    <p><small>${t('me.sessions.about')}</small></p>`
}

/** @param {Wire.SignInSession} session
 * @param {(id: string, browser: string, pressed: HTMLElement) => unknown} end */
function sessionRow({ id, seen, agent, current }, end) {
  const browser = browserName(agent)
  const attributes = {
    act: 'end-session',
    label: t('me.session.end.of', { browser }),
    onpress: (/** @type {ElementEvent<'click'>} */ event) => end(id, browser, event.currentTarget),
  }
  return html`
    <li key=${id} data-session=${id}>
      <span class="what">
        <strong>${browser}</strong>
        <span class="detail">
          ${current ? t('me.session.current') : html`${t('me.session.seen')} <${Ago} at=${seen} />`}
        </span>
      </span>
      ${!current && button(attributes, t('me.session.end'))}
    </li>`
}
