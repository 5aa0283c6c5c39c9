// Files of this build. The document names in <meta name="files"> the files that each page and family of games needs, so
// that they are requested at once and not import by import.

import { load } from './i18n.js'

export { loadPart, MissingPart, onMissingPart } from './load-part.js'

/** Modules and style sheets below /static, and names of catalogues.
 * @typedef {[modules: string[], sheets: string[], texts: string[]]} Needs */

/** @type {Record<string, Needs>} */
const needs = JSON.parse(
  globalThis.document?.querySelector('meta[name=files]')?.getAttribute('content') ?? '{}',
)
/** @type {Map<string, Promise<unknown>>} by address */
const sheets = new Map()
/** @type {Set<string>} addresses of those that are preloaded */
const modules = new Set()

/** Returns the address of a file in this build. @param {string} path as `/static/art/icon.svg` */
export const fileUrl = (path) => new URL(path.replace('/static/', '../'), import.meta.url).href

/** Loads a style sheet once; resolves when it applies or has failed. @param {string} path as `/static/a/b.css` */
export function sheet(path) {
  const href = fileUrl(path)
  const loaded = sheets.get(href) ?? link(href)
  sheets.set(href, loaded)
  return loaded
}

/** Requests all files that these entries of files.json and families need (`table/live/page`, `games/<family>`); resolves when
 * their style sheets apply and their texts are loaded.
 * @param {...string} names @returns {Promise<unknown>} */
export function prepare(...names) {
  const waiting = []
  for (const name of names) {
    const [scripts, styles, texts] = needs[name] ?? [[], [], []]
    if (texts.length) waiting.push(load(...texts))
    for (const path of scripts) preload(fileUrl(`/static/${path}`))
    waiting.push(...styles.map((path) => sheet(`/static/${path}`)))
  }
  return Promise.all(waiting)
}

/** @param {string} href */
function preload(href) {
  if (modules.has(href)) return
  modules.add(href)
  document.head.append(linkTo('modulepreload', href))
}

/** @param {string} rel @param {string} href */
const linkTo = (rel, href) => Object.assign(document.createElement('link'), { rel, href })

/** @param {string} href @returns {Promise<unknown>} */
function link(href) {
  return new Promise((done) => {
    const node = linkTo('stylesheet', href)
    node.onload = done
    node.onerror = done
    document.head.append(node)
  })
}

for (const { rel, href } of globalThis.document?.querySelectorAll('link') ?? [])
  if (rel === 'stylesheet') sheets.set(href, Promise.resolve())
  else if (rel === 'modulepreload') modules.add(href)
