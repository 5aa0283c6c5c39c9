// Focus in a list whose rows change places: a browser takes it from an element that is moved.

import { useLayoutEffect } from '../vendor/preact.js'

/** Gives the focus back to the element in `place` that had it before this drawing.
 * @param {{ current: HTMLElement | null }} place */
export function useFocusKept(place) {
  const before = document.activeElement
  useLayoutEffect(() => {
    if (!(before instanceof HTMLElement) || before === document.activeElement) return
    if (place.current?.contains(before)) before.focus({ preventScroll: true })
  })
}
