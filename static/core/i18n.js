// Every sentence of the client comes from a catalogue: lang/<language>.json, games/<family>/<language>.json for the
// texts of one game (a build's common catalogue has them in it, as `parts` says), and games/<family>/help.<language>.json,
// which is loaded when the help is opened. Keys are flat; texts are messages (message.js). What the reader's language has
// no file or no text for is shown in English.

import { get, Refusal } from './http.js'
import { FALLBACK, locale, negotiate } from './language.js'
import { format, parse } from './message.js'

const LANGUAGE = negotiate()
/** @type {Map<string, string>} */
const texts = new Map()
/** @type {Map<string, import('./message.js').Part[]>} parsed when first shown */
const messages = new Map()
/** @type {Map<string, unknown[]>} */
const lists = new Map()
const loaded = new Set() // files
const joined = new Set() // languages whose common catalogue has those of the families in it
const plurals = new Intl.PluralRules(LANGUAGE)
const ordinals = new Intl.PluralRules(LANGUAGE, { type: 'ordinal' })
const numbers = new Intl.NumberFormat(locale(LANGUAGE))
const names = new Intl.ListFormat(locale(LANGUAGE))
const sequences = new Intl.ListFormat(locale(LANGUAGE), {
  type: 'unit',
  style: 'short',
})
const choices = new Intl.ListFormat(locale(LANGUAGE), { type: 'disjunction' })
/** @type {import('./message.js').Language} */
const language = {
  number: (value) => numbers.format(value),
  plural: (value) => plurals.select(value),
  ordinal: (value) => ordinals.select(value),
}

/** Loads the common catalogue, or that of a family of games, `<family>`, or of its help, `<family>.help`. A Refusal
 * when the server does not answer.
 * @param {string} [part] */
export async function load(part) {
  await loadFor(FALLBACK, part)
  if (LANGUAGE === FALLBACK) return
  await loadFor(LANGUAGE, part).catch((error) => {
    if (!(error instanceof Refusal && error.status === 404)) throw error
  })
}

/** @param {string} language @param {string} [part] */
async function loadFor(language, part) {
  const file = path(part, language)
  const isFamily = part !== undefined && !part.includes('.')
  if (loaded.has(file) || (isFamily && joined.has(language))) return
  const catalogue = await get(
    new URL(`../${file}.json`, import.meta.url).pathname,
  )
  if (catalogue.parts) joined.add(language)
  add(catalogue)
  loaded.add(file)
}

/** @param {string | undefined} part @param {string} language */
function path(part, language) {
  const [family, help] = part ? part.split('.') : []
  const name = help ? `${help}.${language}` : language
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
