// Layer of the pieces over a board of squares, hidden from assistive technology: the cells below carry the names.
// A piece keeps its element while it is on the board, so that it glides; a new position takes over wherever it is.

import { el } from '../core/dom.js'
import { glideTime, reducedMotion } from './contract.js'

/** @typedef {Piece & {node: HTMLElement}} PlacedPiece */

export class PieceLayer {
  element = el('div', { class: 'pieces', 'aria-hidden': 'true' })
  #draw
  /** @type {Map<string, PlacedPiece>} by place */
  #standing = new Map()
  /** @type {Set<HTMLElement>} */
  #leaving = new Set()

  /** @param {GridFamily['draw']} draw the picture of a piece */
  constructor(draw) {
    this.#draw = draw
  }

  /** `where` returns the [column, row] of a place on the screen; `last`: the move that led here, which decides which of two
   * equal pieces moved.
   * @param {Map<string, Piece>} places @param {(place: string) => Point} where
   * @param {{last: string | null, animate: boolean}} how */
  show(places, where, { last, animate }) {
    for (const node of this.#leaving) node.remove()
    this.#leaving.clear()
    /** @type {Map<string, PlacedPiece>} */
    const next = new Map()
    /** @type {[string, Piece][]} */
    const arrived = []
    for (const [place, thing] of places) {
      const here = this.#standing.get(place)
      if (here && same(here, thing)) next.set(place, here)
      else arrived.push([place, thing])
    }
    const free = [...this.#standing].filter(
      ([place]) => next.get(place) !== this.#standing.get(place),
    )
    for (const [place, thing] of arrived)
      next.set(place, this.#come(thing, from(free, thing, place, last)))
    for (const [, gone] of free) this.#go(gone.node, animate)
    this.#standing = next
    for (const [place, { node }] of next)
      this.#glide(node, where(place), animate)
  }

  /** Returns the element of the piece at a place, or null. @param {string} place */
  at(place) {
    return this.#standing.get(place)?.node ?? null
  }

  /** Leaves a dropped piece where it was dropped until the next position decides.
   * @param {string} place @param {Point} at */
  rest(place, [column, row]) {
    const node = this.at(place)
    if (node) node.style.transform = spot(column, row)
  }

  /** @param {Piece} thing @param {PlacedPiece | null} old @returns {PlacedPiece} */
  #come(thing, old) {
    if (old && same(old, thing)) return old
    const node = old?.node ?? el('div', {})
    node.className = `piece piece-${thing.piece} owner-${thing.owner}`
    node.replaceChildren(this.#draw(thing.piece, thing.owner, thing.suit))
    if (!old) this.element.append(node)
    return { ...thing, node }
  }

  /** @param {HTMLElement} node @param {boolean} animate */
  #go(node, animate) {
    if (!animate || reducedMotion()) {
      node.remove()
      return
    }
    this.#leaving.add(node)
    const fading = node.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: glideTime(),
      fill: 'forwards',
    })
    fading.onfinish = () => {
      node.remove()
      this.#leaving.delete(node)
    }
  }

  /** @param {HTMLElement} node @param {Point} to @param {boolean} animate */
  #glide(node, [column, row], animate) {
    const end = spot(column, row)
    const fresh = !node.style.transform
    if (node.style.transform === end) return
    const start = getComputedStyle(node).transform
    for (const running of node.getAnimations()) running.cancel()
    node.style.transform = end
    if (fresh || !animate || reducedMotion()) return
    node.animate([{ transform: start }, { transform: end }], {
      duration: glideTime(),
      easing: 'ease-out',
    })
  }
}

/** @param {number} column @param {number} row */
const spot = (column, row) => `translate(${column * 100}%, ${row * 100}%)`

/** @param {Piece} one @param {Piece} other */
const same = (one, other) =>
  one.piece === other.piece &&
  one.owner === other.owner &&
  one.suit === other.suit

/** Takes from `free` the piece that came to `place`: the one of the last move (either way, for an undo), else an equal
 * one; null: it is new.
 * @param {[string, PlacedPiece][]} free @param {Piece} thing @param {string} place @param {string | null} last */
function from(free, thing, place, last) {
  const words = last?.split(' ') ?? []
  const moved = free.find(
    ([from, { owner }]) =>
      owner === thing.owner && words.includes(place) && words.includes(from),
  )
  const found = moved ?? free.find(([, standing]) => same(standing, thing))
  if (!found) return null
  free.splice(free.indexOf(found), 1)
  return found[1]
}
