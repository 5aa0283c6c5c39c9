// Every sentence of the client comes from a catalogue: lang/<language>.json, games/<family>/<language>.json for the
// texts of one game (a build's common catalogue has them in it, as `parts` says), and games/<family>/help.<language>.json, which is loaded when the help is opened. Keys
// are flat; `{name}` in a text is a parameter.

import { fileUrl } from './files.js'

const LANGUAGE = 'en'
/** @type {Map<string, string>} */
const texts = new Map()
/** @type {Map<string, unknown[]>} */
const lists = new Map()
const loaded = new Set()
const plurals = new Intl.PluralRules(LANGUAGE)
const numbers = new Intl.NumberFormat(LANGUAGE)
const names = new Intl.ListFormat(LANGUAGE)

/** Loads the common catalogue, or that of a family of games, `<family>`, or of its help, `<family>.help`.
 * @param {string} [part] */
export async function load(part) {
  const file = path(part)
  if (loaded.has(file) || lists.get('parts')?.includes(part)) return
  const response = await fetch(fileUrl(`/static/${file}.json`))
  if (!response.ok) return
  add(await response.json())
  loaded.add(file)
}

/** @param {string} [part] */
function path(part) {
  const [family, help] = part ? part.split('.') : []
  const name = help ? `${help}.${LANGUAGE}` : LANGUAGE
  return family ? `games/${family}/${name}` : `lang/${name}`
}

/** Adds the entries of a catalogue; those that are there already are replaced.
 * @param {Record<string, string | unknown[]>} catalogue */
export function add(catalogue) {
  for (const [key, text] of Object.entries(catalogue)) {
    if (typeof text === 'string') texts.set(key, text)
    else lists.set(key, text)
  }
}

/** The text of `key` with its parameters filled in; numbers as the language writes them. A key may have the
 * forms `key.one` and `key.other`, chosen by `params.count`. A key that no catalogue has is its own text.
 * @param {string} key @param {Params} [params] */
export function t(key, params = {}) {
  const text = plural(key, params) ?? texts.get(key)
  if (text === undefined) return key
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name]
    return typeof value === 'number' ? numbers.format(value) : (value ?? whole)
  })
}

/** @param {string} key @param {Params} params */
function plural(key, params) {
  if (!('count' in params)) return undefined
  return texts.get(`${key}.${plurals.select(Number(params.count))}`)
}

/** Whether the catalogue knows `key`.
 * @param {string} key */
export const knows = (key) => texts.has(key) || lists.has(key)

/** The text of the first of these keys that the catalogue knows, else of the last: from the game's own to the
 * common one.
 * @param {readonly string[]} keys @param {Params} [params] */
export const first = (keys, params) =>
  t(keys.find(knows) ?? keys.at(-1) ?? '', params)

/** A long text (help) is a list of blocks in the catalogue: see help/page.js.
 * @param {string} key @returns {any[]} */
export const blocks = (key) => lists.get(key) ?? []

/** Names as the language lists them: "a, b, and c". @param {Iterable<string>} several */
export const list = (several) => names.format(several)
