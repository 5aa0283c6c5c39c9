// DOM elements: el(tag, attributes, ...children). No markup is ever parsed from text, so names and chat are inert
// everywhere.

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an HTML element. Attributes: `class`, `data-*`, `aria-*` and the rest as given; `on*` functions are
 * listeners; true is an empty attribute; null, undefined and false are left out. Children: nodes, texts,
 * lists of them; null, undefined and false are left out.
 * @template {string} K @param {K} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {ElementOf<K>} */
export function el(tag, attributes = {}, ...children) {
  /** @type {any} */
  const node = document.createElement(tag)
  return fill(node, attributes, children)
}

/** Creates an SVG element likewise.
 * @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {SVGElementTagNameMap[K]} */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children)
}

/** Sets attributes as `el` does; null, undefined and false remove them.
 * @template {Element} E
 * @param {E} node @param {Attributes} attributes @returns {E} */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function')
      node.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else if (value === null || value === undefined || value === false) node.removeAttribute(name)
    else {
      const text = value === true ? '' : String(value)
      if (node.getAttribute(name) !== text) node.setAttribute(name, text)
    }
  }
  return node
}

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

/** @template {Element} E @param {E} node @param {Attributes} attributes @param {readonly Child[]} parts @returns {E} */
function fill(node, attributes, parts) {
  set(node, attributes)
  node.append(...flat(parts))
  return node
}

/** @param {readonly Child[]} parts @returns {(Node | string)[]} */
function flat(parts) {
  return parts.flatMap((part) => {
    if (part === null || part === undefined || part === false) return []
    if (typeof part === 'number') return [String(part)]
    return part instanceof Node || typeof part === 'string' ? [part] : flat(part)
  })
}
