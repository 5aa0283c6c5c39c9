// Four signs around a stack or chip onto which another one was dropped.

import { el } from '../../core/dom.js'
import { OPERATOR_SIGNS } from './expression.js'

/** @import { Operator } from './types.d.ts' */

const RADIUS = 52 // px from the centre of the target to that of a sign
const HALF = 23 // px, of a sign
/** Places of the signs: above, right, below, left. @type {[Operator, number, number][]} */
const PLACES = [
  ['+', 0, -1],
  ['*', 1, 0],
  ['-', 0, 1],
  ['/', -1, 0],
]

export class SignRing {
  /** @param {HTMLElement} board what it lies over @param {Translate} t */
  constructor(board, t) {
    this.board = board
    this.t = t
    this.element = el('div', {
      class: 'ring',
      role: 'group',
      'aria-label': t('four_horsemen.ring'),
      hidden: true,
    })
    board.append(this.element)
    board.addEventListener('pointerdown', (event) => {
      if (!this.element.contains(/** @type {Node} */ (event.target)))
        this.close()
    })
  }

  /** @param {Element} target @param {(operator: Operator) => void} onpick */
  open(target, onpick) {
    const area = this.board.getBoundingClientRect()
    const box = target.getBoundingClientRect()
    const reach = RADIUS + HALF + 2
    const inside = (/** @type {number} */ at, /** @type {number} */ size) =>
      Math.min(Math.max(at, reach), size - reach)
    const x = inside(box.left + box.width / 2 - area.left, area.width)
    const y = inside(box.top + box.height / 2 - area.top, area.height)
    const signs = PLACES.map(([operator, right, down]) => {
      const sign = el(
        'button',
        {
          type: 'button',
          class: 'place sign',
          'data-sign': operator,
          'aria-label': this.t(`four_horsemen.sign.${operator}`),
          onclick: () => {
            this.close()
            onpick(operator)
          },
        },
        OPERATOR_SIGNS[operator],
      )
      sign.style.left = `${x + right * RADIUS - HALF}px`
      sign.style.top = `${y + down * RADIUS - HALF}px`
      return sign
    })
    this.element.replaceChildren(...signs)
    this.element.hidden = false
    signs[0].focus({ preventScroll: true })
  }

  /** Closes the ring. False: it was not open. */
  close() {
    if (this.element.hidden) return false
    this.element.hidden = true
    this.element.replaceChildren()
    return true
  }
}
