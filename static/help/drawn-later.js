// Lazy drawings: created when they come near the view or when the page is printed.

import { el } from '../core/dom.js'

const NEAR_VIEW = '100% 0px' // a window's height above and below

export class DrawnLater {
  /** @type {Map<Element, { kind: string, draw: () => Promise<Child[]> }>} */
  #waiting = new Map()
  /** @type {HTMLElement[]} */
  #places = []
  #observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) this.#draw(target)
    },
    { rootMargin: NEAR_VIEW },
  )
  #drawAll = () => {
    for (const place of [...this.#waiting.keys()]) this.#draw(place)
  }

  constructor() {
    addEventListener('beforeprint', this.#drawAll)
  }

  /** Creates a place for a drawing. `kind`: drawings of one kind are about equally high.
   * @param {string} kind @param {() => Promise<Child[]>} draw */
  place(kind, draw) {
    const place = el('div', { class: 'diagram' })
    this.#waiting.set(place, { kind, draw })
    this.#places.push(place)
    this.#observer.observe(place)
    return place
  }

  /** @param {Element} place */
  async #draw(place) {
    const waiting = this.#waiting.get(place)
    if (!waiting) return
    this.#waiting.delete(place)
    this.#observer.unobserve(place)
    place.append(
      ...(await waiting.draw()).filter((part) => part instanceof Node),
    )
    this.#reserve(waiting.kind, place)
  }

  /** Reserves as much room for the other drawings of this kind, so that the text moves little.
   * @param {string} kind @param {Element} drawn */
  #reserve(kind, drawn) {
    const { height } = drawn.getBoundingClientRect()
    for (const place of this.#places)
      if (this.#waiting.get(place)?.kind === kind)
        place.style.minHeight = `${Math.round(height)}px`
      else if (place === drawn) place.style.minHeight = ''
  }

  leave() {
    removeEventListener('beforeprint', this.#drawAll)
    this.#observer.disconnect()
    this.#waiting.clear()
  }
}
