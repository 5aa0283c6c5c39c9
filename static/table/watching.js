// Spectators of a game: their number, and the names of registered ones, each a link to the profile.

import { personPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'

export function watchersLine() {
  const count = el('span', {})
  const names = el('span', { class: 'watcher-names' })
  const element = el('p', { class: 'watchers' })
  let shown = ''
  return {
    element,
    /** @param {Pick<State, 'watchers' | 'watching' | 'seat' | 'status'>} state */
    show({ watchers, watching = [], seat, status }) {
      const playing = seat !== null && status === 'live'
      const key = JSON.stringify([watchers, watching, playing])
      if (key === shown) return
      shown = key
      count.textContent = t('table.watchers', { count: watchers })
      names.replaceChildren(
        ...watching.map((name) =>
          el('a', { href: personPath(name), target: playing && '_blank' }, name),
        ),
      )
      element.replaceChildren(...(watchers ? [count, ' ', names] : []))
    },
  }
}
