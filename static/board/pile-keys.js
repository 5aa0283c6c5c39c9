// Keys of a board of piles; the keys common to all boards come after them.

import { isShortcut, keyOf } from './contract.js'
import { rankOrSuit } from './find-cards.js'
import { ARROWS } from './navigation.js'
import { placeOf } from './places.js'

/** @param {HTMLElement} grid @param {PileKeyHandlers} on */
export function pileKeys(grid, on) {
  grid.addEventListener('keydown', (event) => {
    const place = placeOf(event)
    if (!place || isShortcut(event) || !press(event, place, on)) return
    event.preventDefault()
    event.stopPropagation()
  })
  grid.addEventListener('keyup', (event) => {
    if (event.target instanceof HTMLElement) {
      if (event.key === ' ' && event.target.dataset.spent !== undefined) event.preventDefault()
      delete event.target.dataset.spent
    }
    if (rankOrSuit(keyOf(event))) on.find(null)
  })
}

/** Handles a key; false: it means nothing here. @param {KeyboardEvent} event @param {string} place @param {PileKeyHandlers} on */
function press(event, place, on) {
  const key = keyOf(event)
  const wanted = rankOrSuit(key)
  if (ARROWS[key] && !event.shiftKey) on.arrow(place, ARROWS[key])
  else if (key === 'Enter' && event.shiftKey) on.best(place)
  else if (key === ' ' && on.auto()) spend(event.target)
  else if (key === 'f') on.foundation(place)
  else if (key === 'e') on.unfold(place)
  else if (!wanted) return false
  else if (!event.repeat) on.find(wanted)
  return true
}

/** Ignores the click that the button fires after the key. @param {EventTarget | null} button */
function spend(button) {
  if (button instanceof HTMLElement) button.dataset.spent = ''
}
