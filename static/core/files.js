// Files of this build. The document names in <meta name="files"> the files that each page and family of games needs, so
// that they are requested at once and not import by import.

import { all, el } from './dom.js'
import { load } from './i18n.js'

export { loadPart, MissingPart, onMissingPart } from './load-part.js'

/** Modules to preload; the address of joined style sheets and the sheets in it; names of catalogues. All below /static.
 * @typedef {[modules: string[], sheet: string | null, sheets: string[], texts: string[]]} Needs */

/** @type {Record<string, Needs>} */
const needs = JSON.parse(
  globalThis.document
    ?.querySelector('meta[name=files]')
    ?.getAttribute('content') ?? '{}',
)
/** @type {Map<string, Promise<unknown>>} by path */
const sheets = new Map()

/** Returns the address of a file in this build. @param {string} path as `/static/art/icon.svg` */
export const fileUrl = (path) =>
  new URL(path.replace('/static/', '../'), import.meta.url).href

/** Loads a style sheet once; resolves when it applies or has failed. @param {string} path as `/static/a/b.css` */
export function sheet(path) {
  const loaded = sheets.get(path) ?? link(path, [path])
  sheets.set(path, loaded)
  return loaded
}

/** Requests all files that these modules and families need (`table/page`, `games/<family>`); resolves when their style
 * sheets apply and their texts are loaded.
 * @param {...string} names @returns {Promise<unknown>} */
export function prepare(...names) {
  const waiting = []
  for (const name of names) {
    const [modules, joined, parts, texts] = needs[name] ?? [[], null, [], []]
    if (texts.length) waiting.push(load(...texts))
    for (const module of modules) preload(fileUrl(`/static/${module}`))
    const paths = parts.map((part) => `/static/${part}`)
    const left = paths.filter((path) => !sheets.has(path))
    if (joined && left.length === paths.length) {
      const loaded = link(`/static/${joined}`, paths)
      for (const path of paths) sheets.set(path, loaded)
    } else for (const path of left) sheet(path)
    waiting.push(...paths.map((path) => sheets.get(path)))
  }
  return Promise.all(waiting)
}

/** @param {string} href */
function preload(href) {
  const links = all(document.head, 'link[rel=modulepreload]')
  if (!links.some((node) => node.getAttribute('href') === href))
    document.head.append(el('link', { rel: 'modulepreload', href }))
}

/** @param {string} path @param {string[]} parts @returns {Promise<unknown>} */
function link(path, parts) {
  return new Promise((done) => {
    const node = el('link', {
      rel: 'stylesheet',
      href: fileUrl(path),
      'data-sheets': parts.join(' '),
    })
    node.onload = done
    node.onerror = done
    document.head.append(node)
  })
}

if (globalThis.document)
  for (const node of all(document.head, 'link[data-sheets]'))
    for (const path of (node.dataset.sheets ?? '').split(' '))
      sheets.set(`/static/${path}`, Promise.resolve())
