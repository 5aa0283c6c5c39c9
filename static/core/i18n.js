// Every sentence of the client comes from a catalogue, a file of flat keys whose texts are messages (message.js). It is
// named by its path without the language: `lang` has what every page needs and what the games are called, `lang/table` and
// the like the texts of screens, `games/<family>` those of a family, `games/<family>/help` its help. A build has each in each
// language, with the English texts where a translation is missing.

import { get } from './http.js'
import { locale, negotiate } from './language.js'
import { loadPart } from './load-part.js'
import { format, parse } from './message.js'

const LANGUAGE = negotiate()
const FOLDER = /^(lang|games\/\w+)$/ // catalogues that are named by a folder
/** @type {Map<string, string>} */
const texts = new Map()
/** @type {Map<string, import('./message.js').Part[]>} parsed when first shown */
const messages = new Map()
/** @type {Map<string, unknown[]>} */
const lists = new Map()
/** @type {Map<string, Promise<void>>} catalogues that are here or on their way, by name */
const loads = new Map()
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
  // "e2♦5" keeps its order in a language that is written from the right.
  isolate: (value) => (isMirrored() ? `\u2068${value}\u2069` : value),
}

/** Loads catalogues, the common one without a name; each is asked for once. A Refusal when the server does not answer.
 * @param {...string} names */
export const load = (...names) =>
  Promise.all((names.length ? names : ['lang']).map(loadOnce))

/** @param {string} name */
function loadOnce(name) {
  const load = loads.get(name) ?? loadPart(() => fetchTexts(name)).then(add)
  loads.set(name, load)
  load.catch(() => loads.delete(name))
  return load
}

/** @param {string} name */
function fetchTexts(name) {
  const file = `../${name}${FOLDER.test(name) ? '/' : '.'}${LANGUAGE}.json`
  return get(new URL(file, import.meta.url).pathname)
}

/** Adds the entries of a catalogue; those that are there already are replaced.
 * @param {Record<string, string | unknown[]>} catalogue */
export function add(catalogue) {
  for (const [key, text] of Object.entries(catalogue)) {
    if (typeof text === 'string') texts.set(key, text)
    else lists.set(key, text)
  }
}

/** The text of `key` with its parameters filled in; numbers as the language writes them. A key that no catalogue has is
 * its own text.
 * @param {string} key @param {Params} [params] */
export function t(key, params = {}) {
  const text = texts.get(key)
  return text === undefined ? key : format(message(text), params, language)
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

/** What follows one another, without a word before the last: "a, b, c". @param {Iterable<string>} several */
export const sequence = (several) => sequences.format(several)

/** Names of which one is meant: "a, b, or c". @param {Iterable<string>} several */
export const either = (several) => choices.format(several)
