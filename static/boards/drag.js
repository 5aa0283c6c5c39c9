// Dragging, as an extra beside clicks: it points at the same words. Esc, or a drop outside, leaves all as it was.

const SLACK = 6 // px before a press becomes a drag

/** on = {lift(place): node | null, over(place | null), drop(place | null), cancel()}; places are `[data-sq]`. */
export function draggable(element, on) {
  let press = null // {place, x, y, node, id}
  const place = (event) => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-sq]')
    return cell && element.contains(cell) ? cell.dataset.sq : null
  }
  const finish = () => {
    if (press?.node) release(press.node)
    press = null
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', stop)
    window.removeEventListener('keydown', escape, true)
  }
  const stop = () => {
    const lifted = press?.node
    finish()
    if (lifted) on.cancel()
  }
  const escape = (event) => {
    if (event.key !== 'Escape' || !press?.node) return
    event.preventDefault()
    event.stopPropagation()
    window.addEventListener('pointerup', () => swallow(element), { once: true })
    stop()
  }
  const move = (event) => {
    if (event.pointerId !== press.id) return
    const [x, y] = [event.clientX - press.x, event.clientY - press.y]
    if (!press.node) {
      if (Math.hypot(x, y) < SLACK) return
      press.node = on.lift(press.place)
      if (!press.node) return finish()
      press.node.dataset.lifted = ''
    }
    press.node.style.translate = `${x}px ${y}px`
    on.over(place(event))
  }
  const up = (event) => {
    if (event.pointerId !== press.id) return
    const { node, place: from } = press
    const to = place(event) // while it is lifted: a board may clear the way for that long
    finish()
    if (!node) return
    swallow(element)
    if (to === from) on.cancel()
    else on.drop(to)
  }
  element.addEventListener('pointerdown', (event) => {
    const cell = event.target.closest?.('[data-sq]')
    if (!cell || event.button !== 0 || press) return
    press = { place: cell.dataset.sq, x: event.clientX, y: event.clientY, node: null, id: event.pointerId }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', escape, true)
  })
}

function release(node) {
  delete node.dataset.lifted
  node.style.translate = ''
}

/** The click that follows a drag is part of it. */
function swallow(element) {
  const eat = (event) => event.stopPropagation()
  element.addEventListener('click', eat, { capture: true, once: true })
  setTimeout(() => element.removeEventListener('click', eat, { capture: true }), 0)
}
