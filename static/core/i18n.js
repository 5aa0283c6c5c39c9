// Catalogues of texts: files of flat keys whose texts are messages (message.js). A catalogue is named by its path without
// the language: `lang` has the texts of every page and the names of the games, `lang/table` and the like those of screens,
// `games/<family>` those of a family, `games/<family>/help` its help. A build has each catalogue in each language, with
// English texts where a translation is missing.

import { get } from './http.js'
import { locale, negotiate } from './language.js'
import { loadPart } from './load-part.js'
import { format, parse } from './message.js'

const LANGUAGE = negotiate()
const FOLDER = /^(lang|games\/\w+)$/ // catalogues that are named by a folder
/** @type {Map<string, string>} */
const texts = new Map()
/** @type {Map<string, import('./message.js').Part[]>} parsed on first use */
const messages = new Map()
/** @type {Map<string, unknown[]>} */
const lists = new Map()
/** @type {Map<string, Promise<void>>} catalogues loaded or being loaded, by name */
const loads = new Map()
/** @type {Set<string>} keys that were asked for in vain */
const unknown = new Set()
const plurals = new Intl.PluralRules(LANGUAGE)
const ordinals = new Intl.PluralRules(LANGUAGE, { type: 'ordinal' })
const numbers = new Intl.NumberFormat(locale(LANGUAGE))
const names = new Intl.ListFormat(locale(LANGUAGE))
const sequences = new Intl.ListFormat(locale(LANGUAGE), {
  type: 'unit',
  style: 'short',
})
const choices = new Intl.ListFormat(locale(LANGUAGE), { type: 'disjunction' })
const isMirrored = () => globalThis.document?.documentElement.dir === 'rtl'
/** @type {import('./message.js').Language} */
const language = {
  number: (value) => numbers.format(value),
  plural: (value) => plurals.select(value),
  ordinal: (value) => ordinals.select(value),
  // "e2♦5" keeps its order in a right-to-left language.
  isolate: (value) => (isMirrored() ? `\u2068${value}\u2069` : value),
}

/** Loads catalogues, the common one without a name, each once. Refusal: the server does not answer.
 * @param {...string} names */
export const load = (...names) => Promise.all((names.length ? names : ['lang']).map(loadOnce))

/** @param {string} name */
function loadOnce(name) {
  const load = loads.get(name) ?? loadPart(() => fetchTexts(name), { shared: true }).then(add)
  loads.set(name, load)
  load.catch(() => loads.delete(name))
  return load
}

/** @param {string} name */
function fetchTexts(name) {
  const file = `../${name}${FOLDER.test(name) ? '/' : '.'}${LANGUAGE}.json`
  return get(new URL(file, import.meta.url).pathname, { shared: true })
}

/** Adds the entries of a catalogue, replacing existing ones.
 * @param {Record<string, string | unknown[]>} catalogue */
export function add(catalogue) {
  for (const [key, text] of Object.entries(catalogue)) {
    if (typeof text === 'string') texts.set(key, text)
    else lists.set(key, text)
  }
}

/** Adds the sentences of the error pages, for when no catalogue can be fetched: the document contains them in the reader's
 * language. */
export const addFallback = () =>
  add(JSON.parse(document.querySelector('meta[name=texts]')?.getAttribute('content') ?? '{}'))

/** Returns the text of `key` with its parameters, numbers in the language's format. An unknown key is its own text, and a
 * fault that is reported once.
 * @param {string} key @param {Params} [params] */
export function t(key, params = {}) {
  const text = texts.get(key)
  if (text !== undefined) return format(message(text), params, language)
  if (!unknown.has(key)) {
    unknown.add(key)
    globalThis.reportError?.(new Error(`there is no text ${key}`))
  }
  return key
}

/** @param {string} text */
function message(text) {
  let parts = messages.get(text)
  if (!parts) {
    parts = parse(text)
    messages.set(text, parts)
  }
  return parts
}

/** Whether a loaded catalogue has `key`.
 * @param {string} key */
export const knows = (key) => texts.has(key) || lists.has(key)

/** Returns an optional text; null: no loaded catalogue has the key. @param {string} key @param {Params} [params] */
export const sentence = (key, params) => (knows(key) ? t(key, params) : null)

/** Returns the text of the first known key, else of the last one: from the game's own to the common one.
 * @param {readonly string[]} keys @param {Params} [params] */
export const first = (keys, params) => t(keys.find(knows) ?? keys.at(-1) ?? '', params)

/** Returns a long text (help), a list of blocks in the catalogue: see pages/help/text.js.
 * @param {string} key @returns {any[]} */
export const blocks = (key) => lists.get(key) ?? []

/** Lists names: "a, b, and c". @param {Iterable<string>} several */
export const list = (several) => names.format(several)

/** Lists items without a conjunction: "a, b, c". @param {Iterable<string>} several */
export const sequence = (several) => sequences.format(several)

/** Lists alternatives: "a, b, or c". @param {Iterable<string>} several */
export const either = (several) => choices.format(several)
