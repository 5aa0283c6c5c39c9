// Search for players by the beginning of their name or former name.

import { moderationPath } from '../../app/routes.js'
import { say } from '../../core/announcer.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { html, useSignal } from '../../vendor/preact.js'
import { Finder } from './finder.js'

const MAX_FOUND = 20 // of the server

/** @param {{ signal: AbortSignal }} props `signal`: aborted when the page is left */
export function PeopleSearch({ signal }) {
  const found = useSignal(/** @type {Wire.FoundPerson[] | null} */ (null))
  const search = async (/** @type {string} */ name) => {
    const path = `/api/moderation/people?${new URLSearchParams({ name })}`
    /** @type {Wire.FoundPeople} */
    const { items } = await get(path, { signal })
    found.value = items
    say(foundText(items.length))
  }
  return html`
    <div>
      <${Finder} kind="person" label=${t('moderation.search')} find=${search} />
      ${found.value && html`<p class="empty" data-found>${foundText(found.value.length)}</p>`}
      <ul class="entries" data-list="people">${found.value?.map(personRow)}</ul>
    </div>`
}

/** @param {number} count */
const foundText = (count) =>
  t(count === MAX_FOUND ? 'moderation.search.most' : 'moderation.search.found', { count })

/** @param {Wire.FoundPerson} person */
function personRow({ id, name, account, closed, former }) {
  const details = [
    former !== null && t('moderation.search.former', { name: former }),
    !account && t('moderation.search.guest'),
    closed !== null && t('moderation.search.closed'),
  ].filter((detail) => detail !== false)
  return html`
    <li key=${id} data-person=${id}>
      <span class="what">
        <a href=${moderationPath(name)}>${name}</a>
        ${details.length > 0 && html`<span class="detail">${details.join(' · ')}</span>`}
      </span>
    </li>`
}
