// The cards of a board. Each keeps its one element for ever: it is put into the pile where it lies, and glides there
// from wherever it was seen last, also from the middle of its way.

import { el } from '../core/dom.js'
import { still } from './contract.js'

const GLIDE = 190 // ms; never over 200
const REST = 400 // ms

export class Deck {
  #draw
  #nodes = new Map() // card -> element
  #spots = new Map() // card -> [x, y] in its pile
  #air = new Map() // card -> the animation by which it glides

  /** draw(card): its picture. */
  constructor(draw) {
    this.#draw = draw
  }

  node(card) {
    if (!this.#nodes.has(card)) {
      this.#nodes.set(
        card,
        el(
          'span',
          { class: 'card-piece', 'data-piece': card, 'data-suit': card.at(-1) },
          this.#draw(card),
        ),
      )
    }
    return this.#nodes.get(card)
  }

  get nodes() {
    return [...this.#nodes.values()]
  }

  /** Makes `cards` the pile of `element`, first to last, touching only what is not there yet. */
  fill(element, cards) {
    cards.forEach((card, place) => {
      const node = this.node(card)
      if (element.children[place] !== node)
        element.insertBefore(node, element.children[place] ?? null)
    })
    while (element.children.length > cards.length)
      element.lastElementChild.remove()
  }

  /** Where the cards are on the screen now, for `glide`. */
  seen() {
    return new Map(
      [...this.#nodes]
        .filter(([, node]) => node.isConnected)
        .map(([card, node]) => [card, corner(node)]),
    )
  }

  lay(card, [x, y]) {
    this.#spots.set(card, [x, y])
    this.node(card).style.transform = `translate(${x}px, ${y}px)`
  }

  /** Lets the cards glide from where they were `seen` to where they have been laid. */
  glide(seen) {
    if (still()) return
    for (const [card, [x, y]] of seen) {
      const node = this.node(card)
      for (const running of node.getAnimations()) running.cancel()
      this.#landed(card)
      const [left, top] = corner(node)
      if (
        !node.isConnected ||
        (Math.abs(left - x) < 1 && Math.abs(top - y) < 1)
      )
        continue
      const [there, back] = this.#spots.get(card)
      const start = `translate(${there + x - left}px, ${back + y - top}px)`
      node.dataset.moving = ''
      const moving = node.animate(
        [{ transform: start }, { transform: node.style.transform }],
        { duration: GLIDE, easing: 'ease-out' },
      )
      this.#air.set(card, moving)
      moving.onfinish = () => this.#landed(card)
    }
  }

  /** Leaves a card that was let go of over `target` there for a moment: the next position decides. */
  rest(card, target) {
    const node = this.node(card)
    const [left, top] = corner(node)
    const [there, back] = corner(target)
    const [x, y] = new DOMMatrix(getComputedStyle(node).transform)
      .toFloat64Array()
      .slice(12, 14)
    node.style.transform = `translate(${x + there - left}px, ${y + back - top}px)`
    node.dataset.moving = ''
    setTimeout(() => this.#air.has(card) || this.#landed(card), REST)
  }

  #landed(card) {
    this.#air.delete(card)
    delete this.node(card).dataset.moving
  }
}

const corner = (node) => {
  const { left, top } = node.getBoundingClientRect()
  return [left, top]
}
