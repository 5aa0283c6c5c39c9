// The picture of a family of games on a tile.

import { el } from '../core/dom.js'
import { fileUrl } from '../core/files.js'
import { knows, t } from '../core/i18n.js'

/**
 * The drawing that the family's catalogue names (`<family>.art`), else the initial of `title`. Decoration only.
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
