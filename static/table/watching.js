// Spectators of a game: their number, and the names of registered ones, each a link to the profile.

import { personPath } from '../app/routes.js'
import { t } from '../core/i18n.js'
import { html } from '../vendor/preact.js'

/** @param {Pick<State, 'watchers' | 'watching' | 'seat' | 'status'>} state */
export const watchersLine = (state) =>
  html`<p class="watchers">${state.watchers > 0 && content(state)}</p>`

/** @param {Pick<State, 'watchers' | 'watching' | 'seat' | 'status'>} state */
function content({ watchers, watching = [], seat, status }) {
  const isPlaying = seat !== null && status === 'live'
  return html`
    <span>${t('table.watchers', { count: watchers })}</span>${' '}
    <span class="watcher-names">
      ${watching.map(
        (name) => html`
          <a href=${personPath(name)} target=${isPlaying ? '_blank' : undefined}>${name}</a>`,
      )}
    </span>`
}
