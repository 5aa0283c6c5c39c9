// Names of badges by the ids of GET /api/people/{name}: `win.FAMILY`, `perfect.FAMILY`, `clean`, `clean.10`, `week`.

import { familyName } from './games.js'
import { first, knows, t } from './i18n.js'

/** @typedef {Pick<Rules, 'family' | 'title'>} Family its rules of any variant */

const WITHOUT_FAMILY = ['clean', 'clean.10', 'week']

/**
 * Returns the ids of all badges of these families. The highest score is a goal where a family has a name for it.
 * @param {string[]} families
 */
export const badgeIds = (families) => [
  ...families.map((family) => `win.${family}`),
  ...families
    .filter((family) => knows(`${family}.badge.perfect`))
    .map((family) => `perfect.${family}`),
  ...WITHOUT_FAMILY,
]

/**
 * Returns the name of a badge and how it is won; null: this page does not know the badge.
 * @param {string} id
 * @param {Rules[]} rules of the games of the server, with the texts of their families
 */
export function badgeTexts(id, rules) {
  if (WITHOUT_FAMILY.includes(id))
    return { name: t(`badges.${id}`), about: t(`badges.${id}.about`) }
  const [kind, family] = id.split('.')
  const known = rules.find((one) => one.family === family)
  if (!known || (kind !== 'win' && kind !== 'perfect')) return null
  const params = { game: familyName(known) }
  return {
    name: first([`${family}.badge.${kind}`, `badges.${kind}`], params),
    about: t(`badges.${kind}.about`, params),
  }
}
