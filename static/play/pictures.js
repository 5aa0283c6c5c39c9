// Pictures of games, decoration only: a family's drawing on its tile, and thumbnails of positions, drawn by
// games/<family>/thumbnail.js (if its catalogue has the key `<family>.thumbnail`), which is loaded for the first position.

import { el } from '../core/dom.js'
import { fileUrl, loadPart } from '../core/files.js'
import { knows, t } from '../core/i18n.js'

/** @typedef {(position: string, seat: 0 | 1 | null) => SVGElement} Draw */

/** Drawing functions by family; null: the family has none. @type {Map<string, Promise<Draw | null>>} */
const drawings = new Map()

/**
 * Creates the drawing that the family's catalogue names (`<family>.art`), else the initial of `title`.
 * @param {string} family
 * @param {string} title
 */
export function tileArt(family, title) {
  if (knows(`${family}.art`))
    return el('img', {
      class: 'tile-art',
      src: fileUrl(`/static/games/${family}/${t(`${family}.art`)}`),
      alt: '',
    })
  return el(
    'span',
    { class: 'tile-art initial', 'aria-hidden': 'true' },
    title[0],
  )
}

/**
 * Creates a thumbnail that shows one position after the other; without a position the family's drawing.
 * @param {string} family
 * @param {string} title
 */
export function smallBoard(family, title) {
  const element = el('span', { class: 'small-board', 'aria-hidden': 'true' })
  element.append(tileArt(family, title))
  let shown = ''
  /**
   * @param {string | null} position
   * @param {0 | 1 | null} seat whose side is at the bottom
   */
  const show = async (position, seat) => {
    const wanted = `${seat} ${position}`
    if (wanted === shown) return
    shown = wanted
    const draw = position === null ? null : await drawing(family)
    if (wanted !== shown) return
    element.replaceChildren(
      position !== null && draw ? draw(position, seat) : tileArt(family, title),
    )
  }
  return { element, show }
}

/** @param {string} family */
function drawing(family) {
  const known = drawings.get(family)
  if (known) return known
  const request = knows(`${family}.thumbnail`)
    ? loadPart(() => import(`../games/${family}/thumbnail.js`), {
        quiet: true,
      }).then(
        (/** @type {{ thumbnail: Draw }} */ module) => module.thumbnail,
        () => null,
      )
    : Promise.resolve(null)
  drawings.set(family, request)
  return request
}
