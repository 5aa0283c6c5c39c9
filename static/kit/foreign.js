// Elements that are not made of components, such as those of a game's board.

import { html, useLayoutEffect, useRef } from '../vendor/preact.js'

/** Shows an element inside components. @param {{ element: Node } & Attributes} props */
export function Foreign({ element, ...attributes }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => place.current?.replaceChildren(element), [element])
  return html`<div ref=${place} ...${attributes}></div>`
}
