// Blocked people, and the button that blocks or unblocks somebody.

import { personPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { get, put, remove } from '../core/http.js'
import { t } from '../core/i18n.js'

export async function blockedPeople() {
  const names = await blockedNames()
  if (!names.length) return el('p', {}, t('block.none'))
  return [
    el('p', {}, t('block.about')),
    el(
      'ul',
      { class: 'entries' },
      names.map((name) =>
        el(
          'li',
          {},
          el('a', { class: 'what', href: personPath(name) }, name),
          blockButton(name, true),
        ),
      ),
    ),
  ]
}

/** Returns the names of the blocked people. @returns {Promise<string[]>} */
export async function blockedNames() {
  /** @type {{ items: Person[] }} */
  const { items } = await get('/api/me/blocks')
  return items.map(({ name }) => name)
}

/**
 * @param {string} name
 * @param {boolean} blocked whether the person is blocked now
 * @param {(blocked: boolean) => void} changed
 */
export function blockButton(name, blocked, changed = () => {}) {
  const draw = () => {
    const key = blocked ? 'block.undo' : 'block.do'
    button.textContent = t(key)
    button.setAttribute('aria-label', t(`${key}.of`, { name }))
    button.setAttribute('aria-pressed', String(blocked))
  }
  const act = async () => {
    const address = `/api/me/blocks/${encodeURIComponent(name)}`
    await (blocked ? remove(address) : put(address))
    blocked = !blocked
    draw()
    changed(blocked)
    say(t(blocked ? 'block.done' : 'block.undone', { name }))
  }
  const button = el('button', {
    type: 'button',
    'data-act': 'block',
    onclick: (event) => press(event, act),
  })
  draw()
  return button
}
