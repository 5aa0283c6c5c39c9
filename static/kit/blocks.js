// Blocked people, and the button that blocks or unblocks somebody.

import { personPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { get, put, remove } from '../core/http.js'
import { t } from '../core/i18n.js'
import { html, useSignal } from '../vendor/preact.js'
import { button } from './button.js'

/** Returns the names of the blocked people. @returns {Promise<string[]>} */
export const blockedNames = () =>
  get('/api/me/blocks').then((/** @type {{ items: Person[] }} */ { items }) =>
    items.map(({ name }) => name),
  )

/** @param {{ names: string[] }} props */
export const BlockedPeople = ({ names }) =>
  names.length
    ? html`
        <p>${t('block.about')}</p>
        <ul class="entries">
          ${names.map((name) => html`<${BlockedRow} key=${name} name=${name} />`)}
        </ul>`
    : html`<p>${t('block.none')}</p>`

/** Row of a blocked person, who stays in the list when unblocked. @param {{ name: string }} props */
function BlockedRow({ name }) {
  const blocked = useSignal(true)
  return html`
    <li>
      <a class="what" href=${personPath(name)}>${name}</a>
      ${blockButton(name, blocked)}
    </li>`
}

/** Button that blocks or unblocks somebody. @param {string} name @param {import('@preact/signals').Signal<boolean>} blocked */
export function blockButton(name, blocked) {
  const key = blocked.value ? 'block.undo' : 'block.do'
  const change = async () => {
    const address = `/api/me/blocks/${encodeURIComponent(name)}`
    await (blocked.value ? remove(address) : put(address))
    blocked.value = !blocked.value
    say(t(blocked.value ? 'block.done' : 'block.undone', { name }))
  }
  const attributes = {
    act: 'block',
    label: t(`${key}.of`, { name }),
    'aria-pressed': String(blocked.value),
    onpress: change,
  }
  return button(attributes, t(key))
}
