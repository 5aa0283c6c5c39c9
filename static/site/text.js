// Long texts of the site: blocks in site/<name>.<language>.json, in English where the reader's language has none.

import { el } from '../core/dom.js'
import { fileUrl } from '../core/files.js'
import { get, Refusal } from '../core/http.js'
import { available, FALLBACK, negotiate } from '../core/language.js'

/** A heading, a paragraph, a list, or terms with their meanings.
 * @typedef {{ h?: string, p?: string, list?: string[], terms?: { term: string, means: string }[] }} Block */

/** Returns the blocks of a text as elements. @param {string} name */
export async function readText(name) {
  /** @type {Block[]} */
  const blocks = await readData(name)
  return blocks.map(drawn)
}

/** Reads the file of a text. @param {string} name */
export async function readData(name) {
  const language = negotiate()
  const read = (/** @type {string} */ code) =>
    get(fileUrl(`/static/site/${name}.${code}.json`))
  if (language === FALLBACK || !available().includes(language))
    return read(FALLBACK)
  return read(language).catch((error) => {
    if (error instanceof Refusal && error.status === 404) return read(FALLBACK)
    throw error
  })
}

/** @param {Block} block */
function drawn({ h, p, list, terms }) {
  if (h !== undefined) return el('h2', {}, h)
  if (list)
    return el(
      'ul',
      {},
      list.map((text) => el('li', {}, text)),
    )
  if (terms)
    return el(
      'dl',
      {},
      terms.map(({ term, means }) =>
        el('div', {}, el('dt', {}, term), el('dd', {}, means)),
      ),
    )
  return el('p', {}, p ?? '')
}
