// The language of the page: the one that was chosen on this device, else the first of the browser's that has a
// catalogue. The server names the languages that it offers in `<html data-languages="en de">`, and serves the document in
// the one that this would choose, which a cookie tells it where one was chosen.

import { settings } from './settings.js'

export const FALLBACK = 'en'
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'ur', 'yi'])

/** @type {() => readonly string[]} */
const wished = () => globalThis.navigator?.languages ?? []

/** The languages that have a catalogue, English among them. */
export function available() {
  const listed = globalThis.document?.documentElement?.dataset?.languages
  return [...new Set([FALLBACK, ...(listed?.split(' ') ?? [])])]
}

/** The language of this page; marks the document with it and with its direction. */
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

/** The first wish that is available, exactly or by its language alone ("de-AT": "de").
 * @param {readonly string[]} available @param {readonly string[]} wishes */
export function choose(available, wishes) {
  for (const wish of wishes) {
    const found =
      available.find((one) => one === wish) ??
      available.find((one) => one === base(wish))
    if (found) return found
  }
  return FALLBACK
}

/** How numbers and dates are written: as the browser is set, where that is of the page's language ("en-GB").
 * @param {string} language */
export const locale = (language) =>
  wished().find((one) => base(one) === base(language)) ?? language

/** @param {string} language */
const base = (language) => language.split('-')[0] ?? language
