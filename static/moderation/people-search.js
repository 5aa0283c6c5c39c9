// Search for players by the beginning of their name or former name.

import { moderationPath } from '../app/routes.js'
import { alert, say } from '../core/announcer.js'
import { refusalText } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { get, Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'

const MAX_FOUND = 20 // of the server

/** Returns the search function and the element of its results. @param {AbortSignal} signal */
export function peopleSearch(signal) {
  const count = el('p', { class: 'empty', 'data-found': true, hidden: true })
  const list = el('ul', { class: 'entries', 'data-list': 'people' })
  let asked = 0
  const search = async (/** @type {string} */ name) => {
    asked += 1
    const number = asked
    const path = `/api/moderation/people?${new URLSearchParams({ name })}`
    try {
      /** @type {Wire.FoundPeople} */
      const { items } = await get(path, { signal })
      if (number !== asked) return
      list.replaceChildren(...items.map(personRow))
      count.textContent = foundText(items.length)
      count.hidden = false
      say(count.textContent)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code !== 'left') alert(refusalText(error))
    }
  }
  return { search, element: el('div', {}, count, list) }
}

/** @param {number} count */
const foundText = (count) =>
  t(
    count === MAX_FOUND ? 'moderation.search.most' : 'moderation.search.found',
    { count },
  )

/** @param {Wire.FoundPerson} person */
function personRow({ id, name, account, closed, former }) {
  const details = [
    former !== null && t('moderation.search.former', { name: former }),
    !account && t('moderation.search.guest'),
    closed !== null && t('moderation.search.closed'),
  ].filter((one) => one !== false)
  return el(
    'li',
    { 'data-person': id },
    el(
      'span',
      { class: 'what' },
      el('a', { href: moderationPath(name) }, name),
      details.length
        ? el('span', { class: 'detail' }, details.join(' · '))
        : null,
    ),
  )
}
