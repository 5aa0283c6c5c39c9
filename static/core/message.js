// Subset of ICU's message format:
//
//     {name}   {count, plural, =0 {nothing} one {# card} other {# cards}}   {n, selectordinal, one {#st} other {#th}}
//     {side, select, light {Light} other {Dark}}
//
// Branches may contain parameters and choices; `#` is the number of the enclosing plural. An apostrophe is not an escape:
// a literal brace cannot be written.

/** @typedef {{kind: 'text', text: string} | {kind: 'number'} | {kind: 'value', name: string} | Choice} Part */
/**
 * @typedef {object} Choice
 * @property {'plural' | 'selectordinal' | 'select'} kind
 * @property {string} name
 * @property {Map<string, Part[]>} branches
 */
/**
 * @typedef {object} Language what formatting needs of the language
 * @property {(value: number) => string} number
 * @property {(value: number) => string} plural the category of a count: "one", "few"
 * @property {(value: number) => string} ordinal
 * @property {(value: string) => string} isolate wraps a word or notation in a sentence of the other direction
 */

/** Parses a text. Throws SyntaxError with the place of the fault.
 * @param {string} text @returns {Part[]} */
export const parse = (text) => new Parser(text).whole()

/** @param {readonly Part[]} parts @param {Params} params @param {Language} language @param {number} [around] */
export function format(parts, params, language, around) {
  return parts.map((part) => formatPart(part, params, language, around)).join('')
}

/** @param {Part} part @param {Params} params @param {Language} language @param {number} [around] @returns {string} */
function formatPart(part, params, language, around) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'number') return around === undefined ? '#' : language.number(around)
  const value = params[part.name]
  if (part.kind === 'value') return formatValue(value, part.name, language)
  const branch = branchOf(part, value, language)
  const inner = part.kind === 'select' ? around : Number(value)
  return format(branch, params, language, inner)
}

/** @param {Params[string]} value @param {string} name @param {Language} language */
function formatValue(value, name, language) {
  if (typeof value === 'number') return language.number(value)
  return typeof value === 'string' ? language.isolate(value) : `{${name}}`
}

/** @param {Choice} choice @param {Params[string]} value @param {Language} language @returns {Part[]} */
function branchOf({ kind, branches }, value, language) {
  const exact = kind === 'select' ? String(value) : `=${value}`
  const category =
    kind === 'plural' ? language.plural(Number(value)) : language.ordinal(Number(value))
  const key = kind === 'select' ? exact : category
  return branches.get(exact) ?? branches.get(key) ?? branches.get('other') ?? []
}

const NAME = /\s*([\w.]+)\s*/y
const KEY = /\s*(=?[\w.-]+)\s*\{/y
const CHOICE = /,\s*(plural|selectordinal|select)\s*,/y

class Parser {
  #at = 0
  #text

  /** @param {string} text */
  constructor(text) {
    this.#text = text
  }

  whole() {
    const parts = this.#parts(false, false)
    if (this.#at < this.#text.length) this.#fail('unexpected }')
    return parts
  }

  /** Parses parts up to the closing brace or the end. @param {boolean} inner @param {boolean} counted @returns {Part[]} */
  #parts(inner, counted) {
    /** @type {Part[]} */
    const parts = []
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at]
      if (sign === '}') return parts
      if (sign === '{') parts.push(this.#parameter(counted))
      else if (sign === '#' && counted) {
        this.#at += 1
        parts.push({ kind: 'number' })
      } else parts.push({ kind: 'text', text: this.#plain(counted) })
    }
    if (inner) this.#fail('missing }')
    return parts
  }

  /** @param {boolean} counted */
  #plain(counted) {
    const start = this.#at
    const ends = counted ? '{}#' : '{}'
    while (this.#at < this.#text.length && !ends.includes(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#text.slice(start, this.#at)
  }

  /** @param {boolean} counted @returns {Part} */
  #parameter(counted) {
    this.#at += 1
    const name = this.#match(NAME) ?? this.#fail('a name is missing')
    const kind = /** @type {Choice['kind'] | null} */ (this.#match(CHOICE))
    if (kind === null) {
      this.#close()
      return { kind: 'value', name }
    }
    const branches = new Map()
    for (;;) {
      const key = this.#match(KEY)
      if (key === null) break
      branches.set(key, this.#parts(true, counted || kind !== 'select'))
      this.#close()
    }
    if (!branches.has('other')) this.#fail('the branch "other" is missing')
    this.#skipBlanks()
    this.#close()
    return { kind, name, branches }
  }

  #close() {
    if (this.#text[this.#at] !== '}') this.#fail('missing }')
    this.#at += 1
  }

  #skipBlanks() {
    while (this.#text[this.#at] === ' ') this.#at += 1
  }

  /** @param {RegExp} pattern */
  #match(pattern) {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) return null
    this.#at = pattern.lastIndex
    return found[1] ?? ''
  }

  /** @param {string} what @returns {never} */
  #fail(what) {
    throw new SyntaxError(`${what} at ${this.#at} of "${this.#text}"`)
  }
}
