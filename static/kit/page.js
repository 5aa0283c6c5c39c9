// Page made of components.

import { render } from '../vendor/preact.js'

/** Shows components in the page's root; leaving the page ends their effects.
 * @param {HTMLElement} root @param {Content} content */
export function mount(root, content) {
  render(content, root)
  return { leave: () => render(null, root) }
}
