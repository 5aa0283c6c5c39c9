// The English texts that no family owns, of all screens.

import { readdirSync, readFileSync } from 'node:fs'
import { add } from '../../static/core/i18n.js'

const FOLDER = new URL('../../static/lang/', import.meta.url)

/** By file. @type {Map<string, Record<string, string>>} */
export const catalogues = new Map(
  readdirSync(FOLDER)
    .filter((file) => /^(?!head\.)([\w-]+\.)?en\.json$/.test(file))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))]),
)

/** Adds all of them, as a page in English that needs them all would. */
export function addTexts() {
  Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
  for (const texts of catalogues.values()) add(texts)
}
