// What a content of plain elements shows, without a document.

/** @typedef {{ type: string, props: any, text: string }} Shown */

/** The elements of a content, outer ones first, each with its whole text. @param {any} content @returns {Shown[]} */
export function elements(content) {
  if (Array.isArray(content)) return content.flatMap(elements)
  if (typeof content !== 'object' || content === null) return []
  const { type, props } = content
  const inner = elements(props.children)
  return typeof type === 'string' ? [{ type, props, text: textOf(content) }, ...inner] : inner
}

/** @param {any} content @returns {string} */
export function textOf(content) {
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (typeof content === 'object') return content ? textOf(content.props.children) : ''
  return typeof content === 'boolean' || content === undefined ? '' : String(content)
}
