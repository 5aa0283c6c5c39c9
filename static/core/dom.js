// Real DOM, made by hand: el(tag, attributes, ...children). No markup is ever parsed from text, so names
// and chat are inert wherever they are shown.

const SVG = 'http://www.w3.org/2000/svg'

/** An HTML element. Attributes: `class`, `data-*`, `aria-*` and the rest as given; `on*` functions are
 * listeners; true is an empty attribute; null, undefined and false are left out. Children: nodes, texts,
 * lists of them; null and false are left out. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children)
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children)
}

/** Sets attributes as `el` does; what is null, undefined or false is removed. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
    else if (value === null || value === undefined || value === false)
      node.removeAttribute(name)
    else if (node.getAttribute(name) !== String(value === true ? '' : value)) {
      node.setAttribute(name, value === true ? '' : value)
    }
  }
  return node
}

function fill(node, attributes, children) {
  set(node, attributes)
  node.append(
    ...children
      .flat(9)
      .filter(
        (child) => child !== null && child !== undefined && child !== false,
      ),
  )
  return node
}
