// Paged list of the moderators' pages.

import { press } from '../core/busy-button.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'

/**
 * `read` returns a page; `cursor` is empty or `?cursor=...`.
 * @template T
 * @typedef {object} Source
 * @property {string} kind
 * @property {(cursor: string) => Promise<{ items: T[], next: string | null }>} read
 * @property {(item: T) => HTMLElement} row
 */

/**
 * Creates the section with the first page and the function that reloads it.
 * @template T
 * @param {Source<T>} source
 */
export async function pagedList({ kind, read, row }) {
  /** @type {string | null} */
  let next = null
  const ul = el('ul', { class: 'entries' })
  const empty = el('p', { class: 'empty' }, t(`moderation.${kind}.empty`))
  const more = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-act': 'more',
      onclick: (event) => press(event, readOn),
    },
    t('me.more'),
  )
  const append = async () => {
    const cursor = next === null ? '' : `?cursor=${encodeURIComponent(next)}`
    const page = await read(cursor)
    next = page.next
    const rows = page.items.map(row)
    ul.append(...rows)
    empty.hidden = ul.children.length > 0
    more.hidden = next === null
    return rows
  }
  const readOn = async () => {
    const [one] = await append()
    const link = one?.querySelector('a, button')
    if (link instanceof HTMLElement) link.focus()
  }
  await append()
  return {
    element: el(
      'section',
      { class: 'list', 'data-list': kind, 'aria-labelledby': `mod-${kind}` },
      el('h2', { id: `mod-${kind}` }, t(`moderation.${kind}`)),
      empty,
      ul,
      more,
    ),
    async refresh() {
      next = null
      const old = [...ul.children]
      await append()
      for (const one of old) one.remove()
    },
  }
}
