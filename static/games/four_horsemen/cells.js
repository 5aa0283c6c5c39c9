// Buttons of the table's places: created once, and updated only when their content changes.

import { el } from '../../core/dom.js'

/** @param {string} kind @param {string} place */
export const cell = (kind, place) =>
  el('button', {
    type: 'button',
    role: 'gridcell',
    class: `place ${kind}`,
    tabindex: '-1',
    'data-sq': place,
  })

/** Replaces the content of `node` when `key`, which identifies the content, has changed.
 * @param {HTMLElement} node @param {string} key @param {() => Child[]} content */
export function update(node, key, content) {
  if (node.dataset.key === key) return
  node.dataset.key = key
  node.replaceChildren(el('span', { class: 'content' }, content()))
}
