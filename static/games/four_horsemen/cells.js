// The buttons of the table's places: made once, and given new content only when what they show has changed.

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

/** Gives `node` new content when `key`, which stands for what it shows, has changed.
 * @param {HTMLElement} node @param {string} key @param {() => Child[]} content */
export function update(node, key, content) {
  if (node.dataset.key === key) return
  node.dataset.key = key
  node.replaceChildren(el('span', { class: 'content' }, content()))
}
