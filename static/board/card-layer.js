// Layer of the cards on a board. Each card keeps one element, which moves to its pile and glides there from where it
// was last seen, even in the middle of another glide.

import { children } from '../core/dom.js'
import { elementOf } from '../kit/element.js'
import { html } from '../vendor/preact.js'
import { paced, reducedMotion } from './contract.js'

const GLIDE_MS = 190 // at most 200
const REST_MS = 400

export class CardLayer {
  #draw
  /** @type {Map<string, HTMLElement>} by card */
  #nodes = new Map()
  /** @type {Map<string, Point>} by card, in its pile */
  #spots = new Map()
  /** @type {Map<string, Animation>} by card that glides */
  #gliding = new Map()

  /** @param {(card: string) => Content} draw its picture */
  constructor(draw) {
    this.#draw = draw
  }

  /** @param {string} card */
  node(card) {
    const known = this.#nodes.get(card)
    if (known) return known
    const node = elementOf(html`
      <span class="card-piece" data-piece=${card} data-suit=${card.at(-1)}>${this.#draw(card)}</span>`)
    this.#nodes.set(card, node)
    return node
  }

  get nodes() {
    return [...this.#nodes.values()]
  }

  /** Makes `cards` the children of `element` in this order; cards already in place are not touched.
   * @param {Element} element @param {readonly string[]} cards */
  fill(element, cards) {
    children(
      element,
      cards.map((card) => this.node(card)),
    )
  }

  /** Returns where the cards are on the screen, for `glide`. @returns {Map<string, Point>} */
  seen() {
    const seen = new Map()
    for (const [card, node] of this.#nodes) if (node.isConnected) seen.set(card, corner(node))
    return seen
  }

  /** Places a card on whole device pixels, so that all cards look the same. @param {string} card @param {Point} spot */
  lay(card, spot) {
    const [x, y] = spot.map((px) => Math.round(px * devicePixelRatio) / devicePixelRatio)
    this.#spots.set(card, [x, y])
    this.node(card).style.transform = `translate(${x}px, ${y}px)`
  }

  /** Animates the cards from where they were `seen` to their places. @param {Map<string, Point>} seen */
  glide(seen) {
    if (reducedMotion()) return
    for (const running of this.#gliding.values()) running.cancel()
    for (const card of this.#gliding.keys()) this.#land(card)
    const there = this.seen() // one reading for all: each reading after a change would force a layout
    for (const [card, from] of seen) {
      const to = there.get(card)
      if (to) this.#glide(card, from, to)
    }
  }

  /** @param {string} card @param {Point} from @param {Point} to */
  #glide(card, [x, y], [left, top]) {
    const node = this.node(card)
    const moved = Math.abs(left - x) >= 1 || Math.abs(top - y) >= 1
    const spot = this.#spots.get(card)
    if (!moved || !spot) return
    const start = `translate(${spot[0] + x - left}px, ${spot[1] + y - top}px)`
    node.dataset.moving = ''
    const moving = node.animate([{ transform: start }, { transform: node.style.transform }], {
      duration: paced(GLIDE_MS),
      easing: 'ease-out',
    })
    this.#gliding.set(card, moving)
    moving.onfinish = () => this.#land(card)
  }

  /** Leaves a card dropped on `target` there for a moment; the next position decides.
   * @param {string} card @param {Element} target */
  rest(card, target) {
    const node = this.node(card)
    const [left, top] = corner(node)
    const [there, back] = corner(target)
    const { e: x, f: y } = new DOMMatrix(getComputedStyle(node).transform)
    node.style.transform = `translate(${x + there - left}px, ${y + back - top}px)`
    node.dataset.moving = ''
    setTimeout(() => {
      if (!this.#gliding.has(card)) this.#land(card)
    }, REST_MS)
  }

  /** @param {string} card */
  #land(card) {
    this.#gliding.delete(card)
    delete this.node(card).dataset.moving
  }
}

/** @param {Element} node @returns {Point} */
const corner = (node) => {
  const { left, top } = node.getBoundingClientRect()
  return [left, top]
}
