// The player's sessions, each with a button that signs out there, and one for all.

import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { ago } from '../core/format.js'
import { get, remove } from '../core/http.js'
import { t } from '../core/i18n.js'
import { browserName } from '../people/browser-name.js'
import { signOutButton } from '../people/sign-out.js'

/** @param {() => unknown} left called after signing out everywhere */
export async function sessionList(left) {
  /** @type {Wire.SignInSessions} */
  const { items } = await get('/api/me/sessions')
  return [
    el('ul', { class: 'entries' }, items.map(sessionRow)),
    el('p', { class: 'row' }, signOutButton(left, true)),
    el('p', {}, el('small', {}, t('me.sessions.about'))),
  ]
}

/** @param {Wire.SignInSession} session */
function sessionRow({ id, seen, agent, current }) {
  const name = browserName(agent)
  const row = el(
    'li',
    { 'data-session': id },
    el(
      'span',
      { class: 'what' },
      el('strong', {}, name),
      el(
        'span',
        { class: 'detail' },
        current
          ? t('me.session.current')
          : [t('me.session.seen'), ' ', ago(seen)],
      ),
    ),
    current
      ? null
      : el(
          'button',
          {
            type: 'button',
            'data-act': 'end-session',
            'aria-label': t('me.session.end.of', { browser: name }),
            onclick: (event) =>
              press(event, async () => {
                await remove(`/api/me/sessions/${encodeURIComponent(id)}`)
                row.remove()
                say(t('me.session.ended', { browser: name }))
              }),
          },
          t('me.session.end'),
        ),
  )
  return row
}
