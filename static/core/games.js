// The games that the server plays, as `GET /api/rules` lists them, and what the catalogues call them. Nothing
// here or in any page knows a game by name.

import { fileUrl, prepare } from './files.js'
import { get, Refusal } from './http.js'
import { first, knows, load, t } from './i18n.js'

/** @type {Promise<Rules[]> | null} */
let request = null

/** All rules of the server, in its order, requested once; without a network those of this build.
 * @returns {Promise<Rules[]>} */
export function all() {
  request ??= get('/api/rules').catch(async (error) => {
    request = null
    if (!navigator.onLine) return get(fileUrl('/static/rules.json'))
    throw error
  })
  return request
}

/** The rules called `id`, with the texts of their family; Refusal 404 when there are none. `fetchTexts`: `prepare` asks
 * for the board at the same time.
 * @param {string} id @param {(name: string) => Promise<unknown>} [fetchTexts] */
export async function find(id, fetchTexts = load) {
  const rules = (await all()).find((item) => item.id === id)
  if (!rules) throw new Refusal(404, 'not_found')
  await fetchTexts(`games/${rules.family}`)
  return rules
}

/** The families in the server's order: [{family, variants: [rules, ...]}]. Of their texts the common catalogue has the
 * names. */
export async function families() {
  const grouped = Map.groupBy(await all(), (rules) => rules.family)
  return [...grouped].map(([family, variants]) => ({ family, variants }))
}

/** @param {Rules} rules */
export const solitaire = (rules) => rules.seats.length === 1

/** Asks for what a table of these rules needs, before its game is known. @param {Rules} rules */
export const prepareTable = (rules) =>
  prepare(
    'table/page',
    ...(solitaire(rules)
      ? ['solitaire/controls', 'daily/share-line']
      : ['table/forced', 'table/people', 'table/chat', 'table/invite']),
    `games/${rules.family}`,
  )

/** The name of a family; the server's own word when the catalogue has none. @param {Rules} rules */
export const familyName = (rules) =>
  first([`${rules.family}.name`, rules.title])

/** The name of a variant. @param {Rules} rules */
export const name = (rules) =>
  first([`${rules.family}.title.${rules.id}`, rules.title])

/** The name of a seat; the server's own word when the catalogue has none.
 * @param {Rules} rules @param {number} seat */
export function seatName(rules, seat) {
  const word = rules.seats[seat] ?? ''
  return first([`${rules.family}.seat.${word}`, word])
}

/** A sentence that a family's catalogue may have; null when it has not. @param {string} key */
export const sentence = (key) => (knows(key) ? t(key) : null)
