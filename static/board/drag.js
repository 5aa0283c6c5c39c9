// Dragging, an alternative to clicks that points at the same tokens. Esc or a drop outside cancels. A finger that slides
// from a place where nothing can be lifted points at the place where it is released. The right button and a long press
// draw annotations (board/square-board.js) where the board wants that.

import { closest } from '../core/dom.js'

const SLACK_PX = 6 // a press that moves further becomes a drag
const HOLD_MS = 450 // of a finger's press, after which it draws

/** A press. `node`: the lifted piece; `sliding`: a finger chooses a place; `drawing`: it draws an arrow.
 * @typedef {{place: string, x: number, y: number, id: number, mouse: boolean, node: HTMLElement | null,
 *   sliding: boolean, drawing: boolean, timer?: ReturnType<typeof setTimeout>}} Press */

/** Makes pieces draggable. check(stands): cancels the drag of a piece that has left its place; leave(): removes all
 * listeners.
 * @param {HTMLElement} element @param {DragTarget} on */
export function draggable(element, on) {
  /** @type {Press | null} */
  let press = null
  const nameOf = on.name ?? placeOf
  const placeUnder = (/** @type {PointerEvent} */ event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)
    return under && element.contains(under) ? nameOf(under) : null
  }
  const finish = () => {
    if (press?.node) putBack(press.node)
    clearTimeout(press?.timer)
    press = null
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', lose)
    window.removeEventListener('keydown', cancelByKey, true)
  }
  const cancel = () => {
    const { node = null, sliding = false, drawing = false } = press ?? {}
    finish()
    if (node || sliding) on.cancel()
    if (drawing) on.draw?.(null, null, { done: true, mouse: true })
  }
  const lose = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === press?.id) cancel()
  }
  const cancelByKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !(press?.node || press?.drawing)) return
    event.preventDefault()
    event.stopPropagation()
    window.addEventListener('pointerup', () => ignoreClick(element), {
      once: true,
    })
    cancel()
  }
  const move = (/** @type {PointerEvent} */ event) => {
    if (!press || event.pointerId !== press.id) return
    if (press.mouse && event.buttons === 0) return cancel() // released outside the window
    const [x, y] = [event.clientX - press.x, event.clientY - press.y]
    if (press.drawing) return draw(press, placeUnder(event), false)
    if (!press.node && !press.sliding) {
      if (Math.hypot(x, y) < SLACK_PX) return
      clearTimeout(press.timer)
      if (!begin(press, event, on)) {
        finish()
        return
      }
      capture(element, press.id)
    }
    if (press.node) press.node.style.translate = `${x}px ${y}px`
    on.over(placeUnder(event), event)
  }
  const up = (/** @type {PointerEvent} */ event) => {
    if (!press || event.pointerId !== press.id) return
    const { node, sliding, drawing, place: from } = press
    const pressed = press
    const isPress = !node && !sliding && !drawing
    const to = isPress ? null : placeUnder(event) // before the drop: a board may clear the way during a drag
    finish()
    if (isPress) return
    ignoreClick(element)
    if (drawing) return draw(pressed, to, true)
    on.over(null, event)
    if (sliding) {
      if (to) on.point(to)
    } else if (to === from) on.cancel()
    else on.drop(to, from)
  }
  const draw = (
    /** @type {Press} */ { place, mouse },
    /** @type {string | null} */ to,
    /** @type {boolean} */ done,
  ) => on.draw?.(place, to, { done, mouse })
  const startDrawing = () => {
    if (!press) return
    draw(press, press.place, false)
    press.drawing = true
    capture(element, press.id)
  }
  element.addEventListener('pointerdown', (event) => {
    const place = event.target instanceof Element ? nameOf(event.target) : null
    const draws = event.button === 2 && on.draw !== undefined
    if (place === null || (event.button !== 0 && !draws) || press) return
    const { clientX: x, clientY: y, pointerId: id } = event
    const mouse = event.pointerType === 'mouse'
    const still = { node: null, sliding: false, drawing: false }
    press = { place, x, y, id, mouse, ...still }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', lose)
    window.addEventListener('keydown', cancelByKey, true)
    if (draws) startDrawing()
    else if (!mouse && on.draw) press.timer = setTimeout(startDrawing, HOLD_MS)
  })
  if (on.draw) keepForDrawing(element, () => press?.drawing ?? false)
  return {
    /** @param {(place: string, node: HTMLElement) => boolean} stands */
    check(stands) {
      if (press?.node && !stands(press.place, press.node)) cancel()
    },
    leave: finish,
  }
}

/** Returns the place that a node is in, or null. @param {Element} node */
const placeOf = (node) => node.closest('[data-sq]')?.getAttribute('data-sq') ?? null

/** Suppresses the browser's menu over the board, and scrolling while a finger draws.
 * @param {HTMLElement} element @param {() => boolean} drawing */
function keepForDrawing(element, drawing) {
  element.addEventListener('contextmenu', (event) => {
    if (closest(event, '[data-sq]')) event.preventDefault()
  })
  element.addEventListener('touchmove', (event) => drawing() && event.preventDefault(), {
    passive: false,
  })
}

/** Lifts the pressed piece, or lets the finger slide. False: neither is possible.
 * @param {Press} press @param {PointerEvent} event @param {DragTarget} on */
function begin(press, event, on) {
  press.node = on.lift(press.place)
  press.sliding = !press.node && event.pointerType === 'touch' && on.slides()
  if (press.node) press.node.dataset.lifted = ''
  return press.node !== null || press.sliding
}

/** Captures the pointer: `element` gets its further events wherever it is. @param {HTMLElement} element @param {number} id */
function capture(element, id) {
  try {
    element.setPointerCapture(id)
  } catch (error) {
    // The pointer has just been released; that event ends the press.
    if (!(error instanceof DOMException)) throw error
  }
}

/** @param {HTMLElement} node */
function putBack(node) {
  delete node.dataset.lifted
  node.style.translate = ''
}

/** Ignores the click that follows a drag. @param {HTMLElement} element */
function ignoreClick(element) {
  const stop = (/** @type {Event} */ event) => event.stopImmediatePropagation()
  element.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => element.removeEventListener('click', stop, { capture: true }), 0)
}
