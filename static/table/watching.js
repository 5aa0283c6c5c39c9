// Spectators of a game: their number, and the names of registered ones, each a link to the profile.

import { personPath } from '../app/routes.js'
import { t } from '../core/i18n.js'
import { hosted } from '../kit/element.js'
import { html } from '../vendor/preact.js'

/** @typedef {Pick<State, 'watchers' | 'watching' | 'seat' | 'status'>} Watched */

export function watchersLine() {
  /** @type {Watched | null} */
  let shown = null
  const drawn = hosted(
    () => html`<p class="watchers">${shown?.watchers ? content(shown) : null}</p>`,
  )
  return {
    element: drawn.element,
    /** @param {Watched} state */
    show(state) {
      shown = state
      drawn.draw()
    },
  }
}

/** @param {Watched} state */
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
