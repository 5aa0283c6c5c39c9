// Dragging, as an extra beside clicks: it points at the same tokens. Esc, or a drop outside, leaves all as it was. A
// finger that slides from where nothing can be lifted points at the place where it is let go.

import { closest } from '../core/dom.js'

const SLACK = 6 // px before a press becomes a drag

/** @typedef {{place: string, x: number, y: number, id: number, node: HTMLElement | null, sliding: boolean}} Press */

/** @param {HTMLElement} element @param {DragTarget} on */
export function draggable(element, on) {
  /** @type {Press | null} */
  let press = null
  const placeUnder = (/** @type {PointerEvent} */ event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)
    const cell = under?.closest('[data-sq]')
    return cell && element.contains(cell) ? cell.getAttribute('data-sq') : null
  }
  const finish = () => {
    if (press?.node) putBack(press.node)
    press = null
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', cancelByKey, true)
  }
  const cancel = () => {
    const dragged = press?.node || press?.sliding
    finish()
    if (dragged) on.cancel()
  }
  const cancelByKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !press?.node) return
    event.preventDefault()
    event.stopPropagation()
    window.addEventListener('pointerup', () => ignoreClick(element), {
      once: true,
    })
    cancel()
  }
  const move = (/** @type {PointerEvent} */ event) => {
    if (!press || event.pointerId !== press.id) return
    const [x, y] = [event.clientX - press.x, event.clientY - press.y]
    if (!press.node && !press.sliding) {
      if (Math.hypot(x, y) < SLACK) return
      if (!begin(press, event, on)) {
        finish()
        return
      }
    }
    if (press.node) press.node.style.translate = `${x}px ${y}px`
    on.over(placeUnder(event), event)
  }
  const up = (/** @type {PointerEvent} */ event) => {
    if (!press || event.pointerId !== press.id) return
    const { node, sliding, place: from } = press
    const to = placeUnder(event) // while it is lifted: a board may clear the way for that long
    finish()
    if (!node && !sliding) return
    ignoreClick(element)
    on.over(null, event)
    if (sliding) {
      if (to) on.point(to)
    } else if (to === from) on.cancel()
    else on.drop(to)
  }
  element.addEventListener('pointerdown', (event) => {
    const place = closest(event, '[data-sq]')?.dataset.sq
    if (place === undefined || event.button !== 0 || press) return
    const { clientX: x, clientY: y, pointerId: id } = event
    press = { place, x, y, id, node: null, sliding: false }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', cancelByKey, true)
  })
}

/** Lifts what is pressed, or lets the finger slide. False: neither is possible.
 * @param {Press} press @param {PointerEvent} event @param {DragTarget} on */
function begin(press, event, on) {
  press.node = on.lift(press.place)
  press.sliding = !press.node && event.pointerType === 'touch' && on.slides()
  if (press.node) press.node.dataset.lifted = ''
  return press.node !== null || press.sliding
}

/** @param {HTMLElement} node */
function putBack(node) {
  delete node.dataset.lifted
  node.style.translate = ''
}

/** The click that follows a drag is part of it. @param {HTMLElement} element */
function ignoreClick(element) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation()
  element.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(
    () => element.removeEventListener('click', stop, { capture: true }),
    0,
  )
}
