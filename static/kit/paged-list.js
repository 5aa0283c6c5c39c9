// List that is read page by page.

import { loadedBefore, noteLoaded } from '../app/reading-places.js'
import { t } from '../core/i18n.js'
import { html, useEffect, useRef, useSignal } from '../vendor/preact.js'
import { button } from './button.js'

const CONTROLS = 'a, button'

/** @template T @typedef {{ items: T[], next: string | null }} Read a page of a list; `next`: the cursor of the next one */

/** Reads the first page, and as many more as were shown when this history entry was left. What else the first page has is
 * kept. `few`: see `PagedList`.
 * @template T @template {Read<T>} P
 * @param {string} name @param {(cursor: string | null) => Promise<P>} read @param {number} [few] @returns {Promise<P>} */
export async function readPages(name, read, few = Infinity) {
  const first = await read(null)
  let page = first
  const items = [...page.items]
  const unfolded = items.length > few ? 1 : 0
  for (let more = loadedBefore(name) - unfolded; more > 0 && page.next !== null; more -= 1) {
    page = await read(page.next)
    items.push(...page.items)
  }
  return { ...first, items, next: page.next }
}

/** Shows items with "More" under them. After "More" the focus goes to the first new row, if that was the last page.
 * `name`: in the places of the history; `first`: from `readPages`; `read` resolves to null once the list is not shown any
 * more; `show` draws the items; `few`: items of the first page that are shown before "More" is pressed; `rowOf`: selector of
 * an item's row, where new rows are not the last ones.
 * @template T @param {{ name: string, first: Read<T>, read: (cursor: string) => Promise<Read<T> | null>,
 *   show: (items: T[]) => Content, label?: string, few?: number,
 *   onmore?: (read: number, all: number) => void, rowOf?: (item: T) => string }} props */
export function PagedList({ name, first, read, show, label = t('list.more'), few, onmore, rowOf }) {
  const pages = useSignal(first)
  const most = useSignal(loadedBefore(name) > 0 ? undefined : few)
  const place = useRef(/** @type {HTMLDivElement | null} */ (null))
  useEffect(() => {
    pages.value = first
  }, [first])
  const { items, next } = pages.value
  const shown = items.slice(0, most.value)
  const more = async () => {
    if (shown.length < items.length) most.value = undefined
    else if (next !== null) {
      const page = await read(next)
      if (!page) return
      pages.value = { items: [...items, ...page.items], next: page.next }
    }
    const before = place.current?.querySelectorAll(CONTROLS).length ?? 0
    noteLoaded(name, loadedBefore(name) + 1)
    const all = pages.value
    onmore?.(all.items.length - shown.length, all.items.length)
    if (all.next !== null) return
    const item = all.items[shown.length]
    const row = rowOf && item ? rowOf(item) : null
    requestAnimationFrame(() => focusNew(place.current, row, before))
  }
  return html`
    <div ref=${place}>${show(shown)}</div>
    ${
      (shown.length < items.length || next !== null) &&
      button({ act: 'more', look: 'quiet', onpress: more }, label)
    }`
}

/** Focuses the first control that the last page has added: in the row of this selector, else from `index` on.
 * @param {HTMLElement | null} place @param {string | null} row @param {number} index */
function focusNew(place, row, index) {
  const control = row
    ? place?.querySelector(row)?.querySelector(CONTROLS)
    : place?.querySelectorAll(CONTROLS)[index]
  if (control instanceof HTMLElement) control.focus()
}
