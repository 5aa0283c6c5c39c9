// Dragging, as an extra beside clicks: it points at the same words. Esc, or a drop outside, leaves all as it was. A finger
// that slides from where nothing can be lifted points at the place where it is let go.

const SLACK = 6 // px before a press becomes a drag

/** on = {lift(place): node | null, over(place | null, event), drop(place | null), cancel(), slides(), point(place)};
 * places are `[data-sq]`; slides(): whether a finger may choose a place by sliding now. */
export function draggable(element, on) {
  let press = null // {place, x, y, node, id, sliding}
  const place = (event) => {
    const cell = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest('[data-sq]')
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
    const lifted = press?.node ?? press?.sliding
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
    if (!press.node && !press.sliding) {
      if (Math.hypot(x, y) < SLACK) return
      press.node = on.lift(press.place)
      press.sliding =
        !press.node && event.pointerType === 'touch' && on.slides()
      if (!press.node && !press.sliding) return finish()
      if (press.node) press.node.dataset.lifted = ''
    }
    if (press.node) press.node.style.translate = `${x}px ${y}px`
    on.over(place(event), event)
  }
  const up = (event) => {
    if (event.pointerId !== press.id) return
    const { node, sliding, place: from } = press
    const to = place(event) // while it is lifted: a board may clear the way for that long
    finish()
    if (!node && !sliding) return
    swallow(element)
    on.over(null, event)
    if (sliding) {
      if (to) on.point(to)
    } else if (to === from) on.cancel()
    else on.drop(to)
  }
  element.addEventListener('pointerdown', (event) => {
    const cell = event.target.closest?.('[data-sq]')
    if (!cell || event.button !== 0 || press) return
    press = {
      place: cell.dataset.sq,
      x: event.clientX,
      y: event.clientY,
      node: null,
      id: event.pointerId,
    }
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
  setTimeout(
    () => element.removeEventListener('click', eat, { capture: true }),
    0,
  )
}
