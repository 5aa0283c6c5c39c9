// Pictures of games, decoration only: a family's drawing (`<family>.art` in its catalogue) and a living position
// (`<family>.scene`), and thumbnails of other positions, drawn by games/<family>/thumbnail.js (if the catalogue has the key
// `<family>.thumbnail`), which is loaded for the first of them.

import { fileUrl, loadPart } from './files.js'
import { knows, t } from './i18n.js'

/** @typedef {(position: string, seat: 0 | 1 | null) => Content} Draw */

/** Drawing functions by family; null: the family has none. @type {Map<string, Promise<Draw | null>>} */
const drawings = new Map()

/** Returns the address of a picture of the family; null: it has none.
 * @param {string} family @param {'art' | 'scene'} [kind] */
export const artUrl = (family, kind = 'art') =>
  knows(`${family}.${kind}`) ? fileUrl(`/static/games/${family}/${t(`${family}.${kind}`)}`) : null

/** Loads the function that draws the family's positions; null: there is none. @param {string} family */
export function drawing(family) {
  const known = drawings.get(family)
  if (known) return known
  const request = knows(`${family}.thumbnail`)
    ? loadPart(() => import(`../games/${family}/thumbnail.js`), { quiet: true }).then(
        (/** @type {{ thumbnail: Draw }} */ module) => module.thumbnail,
        () => null,
      )
    : Promise.resolve(null)
  drawings.set(family, request)
  return request
}
