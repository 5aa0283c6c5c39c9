// Keyboard shortcuts of a table: undo and redo, wherever the focus is, and the keys of the board while nothing has the
// focus.

import { keyOf } from '../board/contract.js'
import { loadPart } from '../core/files.js'

/** @type {Record<string, string>} with Ctrl or Cmd; Shift+Z is redo too */
const HISTORY = { z: 'undo', y: 'redo' }
const FIELDS = 'input, textarea, select, dialog'

/** Returns 'undo' or 'redo' if the event asks for it, else null.
 * @param {KeyboardEvent} event */
function historyAct(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = keyOf(event)
  return event.shiftKey && key === 'z' ? 'redo' : (HISTORY[key] ?? null)
}

/** Whether nothing has the focus: after a page was opened, the page itself or its heading has it.
 * @param {EventTarget | null} target */
const isNowhere = (target) => target instanceof Element && target.matches('body, main, h1')

/** Handles keys until `signal` aborts. history(act): does undo or redo. A letter, digit or sign pressed while nothing has
 * the focus goes to the board, and so does the focus.
 * @param {Board} board @param {(act: string) => unknown} history @param {AbortSignal} signal */
export function listenToKeys(board, history, signal) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const { target } = event
    if (event.defaultPrevented || !(target instanceof Element)) return
    if (target.closest(FIELDS)) return
    const act = historyAct(event)
    if (act) {
      event.preventDefault()
      history(act)
    } else if (isNowhere(target)) passToBoard(board, event)
  }
  document.addEventListener('keydown', onKey, { signal })
}

/** @param {Board} board @param {KeyboardEvent} event */
function passToBoard({ element }, event) {
  const { ctrlKey, altKey, metaKey, shiftKey, repeat } = event
  const key = keyOf(event)
  if (ctrlKey || altKey || metaKey || repeat) return
  if (key !== 'Escape' && (key.length !== 1 || key === ' ')) return
  /** @type {HTMLElement | null} */
  const stop = element.querySelector('[role=grid] [tabindex="0"]')
  if (!stop) return
  stop.focus({ preventScroll: true })
  const copy = { key, shiftKey, bubbles: true, cancelable: true }
  if (!stop.dispatchEvent(new KeyboardEvent('keydown', copy))) event.preventDefault()
}

/** Opens the list of the keys of this game. @param {Board} board @param {State} state */
export async function showKeys(board, state) {
  const { showKeyList } = await loadPart(() => import('./key-list.js'))
  showKeyList(board, state)
}
