// Games of the server, as `GET /api/rules` lists them, and their names in the catalogues. No module outside a family's
// folder names a game.

import { fileUrl, prepare } from './files.js'
import { get, Refusal } from './http.js'
import { load, sentence } from './i18n.js'

/** @type {Promise<Rules[]> | null} */
let request = null

/** Returns all rules in the server's order, requested once; without a network those of this build.
 * @returns {Promise<Rules[]>} */
export function all() {
  request ??= get('/api/rules', { shared: true }).catch(async (error) => {
    request = null
    if (!navigator.onLine) return get(fileUrl('/static/rules.json'), { shared: true })
    throw error
  })
  return request
}

/** Returns the rules with this id after loading the texts of their family; Refusal 404: there are none. `fetchTexts`:
 * pass `prepare` to load the board at the same time.
 * @param {string} id @param {(name: string) => Promise<unknown>} [fetchTexts] */
export async function find(id, fetchTexts = load) {
  const rules = (await all()).find((item) => item.id === id)
  if (!rules) throw new Refusal(404, 'not_found')
  await fetchTexts(`games/${rules.family}`)
  return rules
}

/** Returns all rules after loading the texts of their families. */
export const allNamed = async () => Promise.all((await all()).map(({ id }) => find(id)))

/** Returns the families in the server's order: [{family, variants: [rules, ...]}]. The common catalogue has their names. */
export async function families() {
  const grouped = Map.groupBy(await all(), (rules) => rules.family)
  return [...grouped].map(([family, variants]) => ({ family, variants }))
}

/** @param {Rules} rules */
export const solitaire = (rules) => rules.seats.length === 1

/** Preloads the files of a table of these rules before its game is known. @param {Rules} rules */
export const prepareTable = (rules) =>
  prepare(
    'table/live/page',
    ...(solitaire(rules)
      ? ['table/solitaire/controls', 'table/solitaire/daily-deal']
      : ['table/live/forced', 'table/live/people', 'table/live/chat', 'table/live/waiting/card']),
    `games/${rules.family}`,
  )

/** Returns the name of a family; the server's own word if the catalogue has none. @param {Rules} rules */
export const familyName = (rules) => sentence(`${rules.family}.name`) ?? rules.title

/** Returns the name of a variant. @param {Rules} rules */
export const name = (rules) => sentence(`${rules.family}.title.${rules.id}`) ?? rules.title

/** Returns the name of a seat; the server's own word if the catalogue has none.
 * @param {Rules} rules @param {number} seat */
export function seatName(rules, seat) {
  const word = rules.seats[seat] ?? ''
  return sentence(`${rules.family}.seat.${word}`) ?? word
}
