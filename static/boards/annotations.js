// Arrows and circles that the reader draws on a board of squares, with the right button or a long press. Nothing is
// sent; they disappear with the position. Drawing one again removes it.

import { svg } from '../core/dom.js'
import { arrowPath } from './arrow.js'

export class Annotations {
  /** @type {Set<string>} "a1" is a circle, "a1 b2" an arrow */
  #drawn = new Set()
  /** @type {string | null} drawn when the pointer is released */
  #preview = null

  /** @param {import('./grid.js').Grid} grid */
  constructor(grid) {
    this.grid = grid
    this.element = svg('svg', {
      class: 'annotations',
      viewBox: grid.overlay.getAttribute('viewBox'),
      'aria-hidden': 'true',
      focusable: 'false',
    })
    grid.area.append(this.element)
  }

  /** @param {string | null} from @param {string | null} to null: nothing is drawn @param {boolean} done */
  draw(from, to, done) {
    const shape = from && to && (from === to ? from : `${from} ${to}`)
    this.#preview = done ? null : shape
    if (done && shape && !this.#drawn.delete(shape)) this.#drawn.add(shape)
    this.#paint()
  }

  clear() {
    this.#drawn.clear()
    this.#preview = null
    this.#paint()
  }

  #paint() {
    const shapes = new Set(this.#drawn)
    if (this.#preview) shapes.add(this.#preview)
    this.element.replaceChildren(
      ...[...shapes].map((shape) => {
        const [from, to] = shape
          .split(' ')
          .map((place) => this.grid.spot(place))
        const drawing = shape === this.#preview
        return to ? arrow(from, to, drawing) : circle(from, drawing)
      }),
    )
  }
}

/** @param {Point} from @param {Point} to @param {boolean} drawing */
const arrow = (from, to, drawing) =>
  svg('path', {
    'data-shape': 'arrow',
    'data-drawing': drawing,
    d: arrowPath(from, to, { width: 1.3 }),
  })

/** @param {Point} place @param {boolean} drawing */
const circle = ([x, y], drawing) =>
  svg('circle', {
    'data-shape': 'circle',
    'data-drawing': drawing,
    cx: x + 0.5,
    cy: y + 0.5,
    r: 0.44,
  })
