// Number of connected people; a press lists the names of registered, listed players.

import { refusalText, waiting } from '../../core/busy-button.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { personLink } from '../../kit/person.js'
import { lists } from '../../live/lobby.js'
import { html, useSignal } from '../../vendor/preact.js'

/** @typedef {{ items: Person[], online: number }} Online */

/** The names are read at every opening. Its place is kept until the number is known. */
export function OnlinePeople() {
  const names = useSignal(/** @type {Content} */ (null))
  const open = async (/** @type {Event & { currentTarget: HTMLDetailsElement }} */ event) => {
    const details = event.currentTarget
    if (!details.open) return
    const done = waiting(/** @type {HTMLElement} */ (details.firstElementChild))
    try {
      names.value = namesOf(await get('/api/players/online'))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      names.value = refusalText(error)
    } finally {
      done()
    }
  }
  const online = lists.value?.online
  const count = t('lobby.online', { count: online ?? 0 })
  return html`
    <details class="online" data-known=${online ? '' : undefined} onToggle=${open}>
      <summary data-online>${count}</summary>
      <p data-people aria-live="polite">${names.value}</p>
    </details>`
}

/** @param {Online} found */
function namesOf({ items, online }) {
  const others = online - items.length
  if (!items.length) return others > 0 ? t('lobby.online.nameless') : null
  return [
    items.map((person, place) => [place > 0 && ', ', personLink(person)]),
    others > 0 && [' · ', t('lobby.online.others', { count: others })],
  ]
}
