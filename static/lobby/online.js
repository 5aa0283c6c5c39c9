// Number of connected people; a press lists the names of registered, listed players.

import { el } from '../core/dom.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { personLink } from '../people/person-link.js'

/** @typedef {{ items: Person[], online: number }} Online */

/** Creates the element; the names are read at every opening. */
export function onlinePeople() {
  const count = el('summary', { 'data-online': true })
  const names = el('p', { 'data-people': true, 'aria-live': 'polite' })
  const element = el('details', { class: 'online', hidden: true }, count, names)
  element.addEventListener('toggle', async () => {
    if (!element.open) return
    try {
      const found = /** @type {Online} */ (await get('/api/players/online'))
      names.replaceChildren(...namesOf(found))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      names.textContent = t('error.offline.text')
    }
  })
  return {
    element,
    /** @param {number} online */
    show(online) {
      element.hidden = false
      count.textContent = t('lobby.online', { count: online })
    },
  }
}

/** @param {Online} found @returns {(string | Node)[]} */
function namesOf({ items, online }) {
  const links = items.flatMap((person, place) =>
    place ? [', ', personLink(person)] : [personLink(person)],
  )
  const others = online - items.length
  if (others <= 0) return links
  if (!links.length) return [t('lobby.online.nameless')]
  return [...links, ' · ', t('lobby.online.others', { count: others })]
}
