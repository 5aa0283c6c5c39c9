// Elements made of components, for what is not made of them: boards, dialogs, animations, the document.

import { render } from '../vendor/preact.js'

/** Returns the element that `content` shows; it is drawn once and never updated.
 * @param {Content} content */
export function elementOf(content) {
  const place = document.createElement('div')
  render(content, place)
  return /** @type {HTMLElement} */ (place.firstElementChild)
}

/** Keeps the one element that `content` shows. leave(): ends its effects.
 * @param {Content} content */
export function hosted(content) {
  const place = document.createElement('div')
  render(content, place)
  return {
    element: /** @type {HTMLElement} */ (place.firstElementChild),
    leave: () => render(null, place),
  }
}
