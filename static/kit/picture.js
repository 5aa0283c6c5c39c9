// Pictures of games, decoration only: a family's drawing, and a small board with a position.

import { artUrl, drawing } from '../core/thumbnails.js'
import { html, useEffect, useSignal } from '../vendor/preact.js'

/** Shows the family's drawing, else the initial of `title`. @param {string} family @param {string} title */
export function tileArt(family, title) {
  const src = artUrl(family)
  return src
    ? html`<img class="tile-art" src=${src} alt="" />`
    : html`<span class="tile-art initial" aria-hidden="true">${title[0]}</span>`
}

/** A position as a thumbnail; the family's drawing while there is none, or until its module is loaded. `seat`: whose side is
 * at the bottom.
 * @param {{ family: string, title: string, position: string | null, seat?: 0 | 1 | null, hidden?: boolean }} props */
export function SmallBoard({ family, title, position, seat = null, hidden = false }) {
  const drawn = useSignal(/** @type {Content} */ (null))
  useEffect(() => {
    let outdated = false
    const show = async () => {
      const draw = position === null ? null : await drawing(family)
      if (!outdated) drawn.value = draw && position !== null ? draw(position, seat) : null
    }
    show()
    return () => {
      outdated = true
    }
  }, [family, position, seat])
  return html`
    <span class="small-board" aria-hidden="true" hidden=${hidden}>
      ${!drawn.value && tileArt(family, title)}
      <span class="drawn">${drawn.value}</span>
    </span>`
}
