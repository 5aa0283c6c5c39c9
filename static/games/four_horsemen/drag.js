// Dragging at the table, an alternative to taps: a stack or a chip onto another one, a chip onto its horseman, a card of the
// hand onto the stacks. Esc or a drop elsewhere cancels.

import { closest } from '../../core/dom.js'

const SLACK_PX = 6 // a press that moves further becomes a drag
const LIFTED = '[data-part]:not(.sign), .card-place[data-move]'
const TARGETS = '[data-part]:not(.sign), .horseman, .stacks'

/** @import { DragHandlers } from './types.d.ts' */
/** @typedef {{node: HTMLElement, id: number, x: number, y: number, lifted: boolean}} Press */

export class Dragging {
  /** @type {Press | null} */
  #press = null
  /** @type {Element | null} the marked element under the pointer */
  #over = null
  /** @type {AbortController | null} */
  #listening = null

  /** @param {HTMLElement} element @param {DragHandlers} on */
  constructor(element, on) {
    this.element = element
    this.on = on
    element.addEventListener('pointerdown', (event) => this.#begin(event))
  }

  /** Cancels the drag; false: there was none. */
  cancel() {
    const press = this.#press
    this.#mark(null)
    this.#listening?.abort()
    this.#press = null
    if (!press?.lifted) return false
    delete press.node.dataset.lifted
    press.node.style.translate = ''
    return true
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const node = closest(event, LIFTED)
    if (!node || event.button !== 0 || this.#press || !this.on.may()) return
    const { pointerId: id, clientX: x, clientY: y } = event
    this.#press = { node, id, x, y, lifted: false }
    this.#listening = new AbortController()
    const { signal } = this.#listening
    /** @param {(event: PointerEvent) => void} act */
    const own = (act) => (/** @type {PointerEvent} */ moved) => {
      if (moved.pointerId === id) act(moved)
    }
    window.addEventListener('pointermove', own(this.#move), { signal })
    window.addEventListener('pointerup', own(this.#drop), { signal })
    window.addEventListener(
      'pointercancel',
      own(() => this.cancel()),
      { signal },
    )
    window.addEventListener('keydown', this.#onKey, { signal, capture: true })
  }

  /** @param {PointerEvent} event */
  #move = (event) => {
    const press = this.#press
    if (!press) return
    if (!event.buttons) {
      this.cancel()
      return
    }
    const [x, y] = [event.clientX - press.x, event.clientY - press.y]
    if (!press.lifted && Math.hypot(x, y) < SLACK_PX) return
    press.lifted = true
    press.node.dataset.lifted = ''
    press.node.style.translate = `${x}px ${y}px`
    this.#mark(this.#targetAt(event))
  }

  /** @param {PointerEvent} event */
  #drop = (event) => {
    const { node } = this.#press ?? {}
    const target = this.#targetAt(event)
    if (!this.cancel() || !node) return
    ignoreClick(this.element)
    if (target) this.on.drop(node, target)
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.key !== 'Escape' || !this.cancel()) return
    event.preventDefault()
    event.stopPropagation()
    window.addEventListener('pointerup', () => ignoreClick(this.element), {
      once: true,
    })
  }

  /** @param {PointerEvent} event */
  #targetAt({ clientX, clientY }) {
    const { node } = this.#press ?? {}
    const found = document
      .elementsFromPoint(clientX, clientY)
      .map((under) => under.closest(TARGETS))
      .find((under) => under && under !== node && this.element.contains(under))
    return found instanceof HTMLElement ? found : null
  }

  /** @param {Element | null} target */
  #mark(target) {
    if (this.#over === target) return
    this.#over?.removeAttribute('data-over')
    target?.setAttribute('data-over', '')
    this.#over = target
  }
}

/** Ignores the click that follows a drag. @param {HTMLElement} element */
function ignoreClick(element) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation()
  element.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(
    () => element.removeEventListener('click', stop, { capture: true }),
    0,
  )
}
