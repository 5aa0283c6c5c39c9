// Long texts of the site: blocks in <name>.<language>.json, in English where the reader's language has none.

import { fileUrl } from '../../core/files.js'
import { get, Refusal } from '../../core/http.js'
import { available, FALLBACK, negotiate } from '../../core/language.js'
import { html } from '../../vendor/preact.js'

/** A heading, a paragraph, a list, or terms with their meanings.
 * @typedef {{ h?: string, p?: string, list?: string[], terms?: { term: string, means: string }[] }} Block */

/** Returns the data of a text. @param {string} name */
export async function readData(name) {
  const language = negotiate()
  const read = (/** @type {string} */ code) =>
    get(fileUrl(`/static/pages/site/${name}.${code}.json`))
  if (language === FALLBACK || !available().includes(language)) return read(FALLBACK)
  return read(language).catch((error) => {
    if (error instanceof Refusal && error.status === 404) return read(FALLBACK)
    throw error
  })
}

/** Shows a block of a text. @param {Block} block */
export function textBlock({ h, p, list, terms }) {
  if (h !== undefined) return html`<h2>${h}</h2>`
  if (list) return html`<ul>${list.map((text) => html`<li>${text}</li>`)}</ul>`
  if (terms)
    return html`
      <dl>
        ${terms.map(({ term, means }) => html`<div><dt>${term}</dt><dd>${means}</dd></div>`)}
      </dl>`
  return html`<p>${p ?? ''}</p>`
}
