// The games that the server plays, as `GET /api/rules` lists them, and what the catalogues call them. Nothing
// here or in any page knows a game by name.

import { get, Refusal } from './http.js'
import { first, knows, load, t } from './i18n.js'

let asked = null

/** All rules of the server, in its order, asked once. */
export function all() {
  asked ??= get('/api/rules').catch((error) => {
    asked = null
    throw error
  })
  return asked
}

/** The rules called `id`, with the catalogue of their family loaded; Refusal 404 when there are none. */
export async function find(id) {
  const rules = (await all()).find((item) => item.id === id)
  if (!rules) throw new Refusal(404, 'not_found')
  await load(rules.family)
  return rules
}

/** The families in the server's order: [{family, variants: [rules, ...]}], their catalogues loaded. */
export async function families() {
  const grouped = Map.groupBy(await all(), (rules) => rules.family)
  await Promise.all([...grouped.keys()].map(load))
  return [...grouped].map(([family, variants]) => ({ family, variants }))
}

export const solitaire = (rules) => rules.seats.length === 1

/** The name of a family, and of one of its variants. */
export const familyName = (rules) =>
  knows(`${rules.family}.name`) ? t(`${rules.family}.name`) : rules.title
export const name = (rules) =>
  knows(`${rules.family}.title.${rules.id}`)
    ? t(`${rules.family}.title.${rules.id}`)
    : rules.title

/** The name of a seat; the server's own word when the catalogue has none. */
export function seatName(rules, seat) {
  const word = rules.seats[seat]
  return first([`${rules.family}.seat.${word}`, word])
}

/** A sentence that a family's catalogue may have; null when it has not. */
export const sentence = (key) => (knows(key) ? t(key) : null)
