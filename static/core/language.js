// Language of the page: the one chosen on this device, else the first of the browser's languages with a catalogue. The
// server lists its languages in `<html data-languages="en de">` and serves the document in the language that this module
// would choose; a cookie tells it the chosen one.

import { settings } from './settings.js'

export const FALLBACK = 'en'
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'ur', 'yi'])

/** @type {() => readonly string[]} */
const wished = () => globalThis.navigator?.languages ?? []

/** Returns the languages with a catalogue, including English. */
export function available() {
  const listed = globalThis.document?.documentElement?.dataset?.languages
  return [...new Set([FALLBACK, ...(listed?.split(' ') ?? [])])]
}

/** Returns the language of this page and sets it, with its direction, on the document. */
export function negotiate() {
  const root = globalThis.document?.documentElement
  const language = choose(
    [...available(), root?.lang ?? FALLBACK],
    [settings.get('language'), ...wished()].filter((one) => one !== null),
  )
  if (root) {
    root.lang = language
    root.dir = RIGHT_TO_LEFT.has(base(language)) ? 'rtl' : 'ltr'
  }
  return language
}

/** Returns the first available wish, exactly or by its base language ("de-AT": "de").
 * @param {readonly string[]} available @param {readonly string[]} wishes */
export function choose(available, wishes) {
  for (const wish of wishes) {
    const found =
      available.find((one) => one === wish) ?? available.find((one) => one === base(wish))
    if (found) return found
  }
  return FALLBACK
}

/** Returns the locale of numbers and dates: the browser's, if it is of the page's language ("en-GB").
 * @param {string} language */
export const locale = (language) => wished().find((one) => base(one) === base(language)) ?? language

/** @param {string} language */
const base = (language) => language.split('-')[0] ?? language
