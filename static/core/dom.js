// Helpers for elements: search, order, and focus.

/** Makes `nodes` the children of `parent` in this order. Children already in place are not touched, so that the focus
 * survives.
 * @param {Element} parent @param {readonly Element[]} nodes */
export function children(parent, nodes) {
  for (const old of [...parent.children]) if (!nodes.includes(old)) old.remove()
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null)
  })
}

/** Returns the element with this id, which is in the page's markup.
 * @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id)
  if (!node) throw new Error(`no element with the id ${id}`)
  return node
}

/** Returns a function that tells whether the page that is shown now still is: an answer that comes later opens and says
 * nothing on another one. */
export function samePage() {
  const page = globalThis.document?.getElementById?.('screen') // unit tests have no document
  return () => page?.isConnected !== false
}

/** Returns the nearest matching element at or around an event's target; null: there is none.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null
}

/** Returns the matching elements inside `root`.
 * @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
export const all = (root, selector) => [
  .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
]

/** Returns the focused element, if it is an HTML element.
 * @returns {HTMLElement | null} */
export const focused = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null

/** Restores the focus after its element is gone or hidden: to `before` if possible, else to the board, else to the
 * heading.
 * @param {HTMLElement | null} [before] */
export function restoreFocus(before = null) {
  const isLost = () => {
    const now = focused() ?? document.body
    return now === document.body || !now.checkVisibility()
  }
  if (isLost()) before?.focus()
  if (!isLost()) return
  const near =
    document.querySelector('main [role=grid] [tabindex="0"]') ?? document.querySelector('main h1')
  if (!(near instanceof HTMLElement)) return
  if (near.tabIndex < 0) near.tabIndex = -1
  near.focus({ preventScroll: true })
}
