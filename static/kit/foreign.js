// Elements that are not made of components, such as those of a game's board.

import { html, useLayoutEffect, useRef } from '../vendor/preact.js'

/** Shows an element inside components, and fetches it back with each drawing if another place has taken it; null: none yet.
 * @param {{ element: Node | null } & Attributes} props */
export function Foreign({ element, ...attributes }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    if (element && element.parentNode !== place.current) place.current?.replaceChildren(element)
  })
  return html`<div ref=${place} ...${attributes}></div>`
}
