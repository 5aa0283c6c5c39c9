// The focus at the table: an element that is moved keeps it, and one that goes leaves it to the board.

import { focused } from '../../core/dom.js'
import { useLayoutEffect } from '../../vendor/preact.js'

/** @import { HorsemenTable } from './model.js' */

/** Whether no button has the focus that keys need. */
export const isFocusLost = () => {
  const now = focused()
  return !now || now === document.body || now.matches(':disabled')
}

/** Keeps the focus that was in `place` before this drawing, else gives it to the tab stop of the grid.
 * @param {HorsemenTable} table @param {{ current: HTMLElement | null }} place */
export function useFocusOnBoard(table, place) {
  const before = focused()
  const had = place.current?.contains(before) ?? false
  useLayoutEffect(() => {
    if (!had || !isFocusLost()) return
    if (place.current?.contains(before)) before?.focus({ preventScroll: true })
    if (isFocusLost()) table.focusTabStop()
  })
}
