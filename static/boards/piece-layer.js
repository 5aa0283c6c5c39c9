// The layer of pieces over a board of squares, hidden from assistive technology: the cells below carry the names.
// A piece keeps its element as long as it stands, so that it glides; a new position takes over wherever it is.

import { el } from '../core/dom.js'
import { still } from './contract.js'

const GLIDE = 180 // ms; never over 200

export class Pieces {
  element = el('div', { class: 'pieces', 'aria-hidden': 'true' })
  #draw
  #standing = new Map() // place -> {piece, owner, suit, node}
  #leaving = new Set()

  /** draw(piece, owner, suit): the picture of a piece. */
  constructor(draw) {
    this.#draw = draw
  }

  /** places: Map place -> {piece, owner, suit?}; where(place): its [column, row] on the screen; last: the words of the move
   * that led here, to tell which of two like pieces went. */
  show(places, where, { last, animate }) {
    for (const node of this.#leaving) node.remove()
    this.#leaving.clear()
    const next = new Map()
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

  /** The element of the piece at a place, or null. */
  at(place) {
    return this.#standing.get(place)?.node ?? null
  }

  /** Puts a piece that was dropped down where it fell, until the next position decides. */
  rest(place, [column, row]) {
    const node = this.at(place)
    if (node) node.style.transform = spot(column, row)
  }

  #come(thing, old) {
    if (old && same(old, thing)) return old
    const node = old?.node ?? el('div', {})
    node.className = `piece piece-${thing.piece} owner-${thing.owner}`
    node.replaceChildren(this.#draw(thing.piece, thing.owner, thing.suit))
    if (!old) this.element.append(node)
    return { ...thing, node }
  }

  #go(node, animate) {
    if (!animate || still()) return node.remove()
    this.#leaving.add(node)
    const fading = node.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: GLIDE,
      fill: 'forwards',
    })
    fading.onfinish = () => {
      node.remove()
      this.#leaving.delete(node)
    }
  }

  #glide(node, [column, row], animate) {
    const end = spot(column, row)
    const fresh = !node.style.transform
    if (node.style.transform === end) return
    const start = getComputedStyle(node).transform
    for (const running of node.getAnimations()) running.cancel()
    node.style.transform = end
    if (fresh || !animate || still()) return
    node.animate([{ transform: start }, { transform: end }], {
      duration: GLIDE,
      easing: 'ease-out',
    })
  }
}

const spot = (column, row) => `translate(${column * 100}%, ${row * 100}%)`

const same = (one, other) =>
  ['piece', 'owner', 'suit'].every((name) => one[name] === other[name])

/** Takes from `free` the piece that came to `place`: the one of the last move (either way, it may be taken back),
 * else a like one; null when it is new. */
function from(free, thing, place, last) {
  const words = last?.split(' ') ?? []
  const like = (entry) => entry[1].owner === thing.owner
  const index = [
    free.findIndex(
      (entry) =>
        like(entry) && words.includes(place) && words.includes(entry[0]),
    ),
    free.findIndex((entry) => same(entry[1], thing)),
  ].find((found) => found >= 0)
  return index === undefined ? null : free.splice(index, 1)[0][1]
}
