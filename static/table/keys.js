// The keys of a table: undo and redo wherever the focus is, those of the board while nothing has the focus, and the list of
// the keys that this game has.

import { keyOf } from '../boards/contract.js'
import { panel } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'

/** @type {Record<string, string>} with Ctrl or Cmd; Shift+Z is redo too */
const HISTORY = { z: 'undo', y: 'redo' }
const FIELDS = 'input, textarea, select, dialog'

/** Undo or redo, when the event asks for it; else null.
 * @param {KeyboardEvent} event */
function historyAct(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = keyOf(event)
  return event.shiftKey && key === 'z' ? 'redo' : (HISTORY[key] ?? null)
}

/** Whether nothing has the focus: after a page was opened it is on the page itself, or on its heading.
 * @param {EventTarget | null} target */
const isNowhere = (target) =>
  target instanceof Element && target.matches('body, main, h1')

/** Until `signal` aborts: history(act) does undo and redo; a letter, digit or sign that is pressed while nothing has the
 * focus goes to the board, which gets the focus.
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
  const { key, ctrlKey, altKey, metaKey, shiftKey, repeat } = event
  if (ctrlKey || altKey || metaKey || repeat) return
  if (key !== 'Escape' && (key.length !== 1 || key === ' ')) return
  /** @type {HTMLElement | null} */
  const stop = element.querySelector('[role=grid] [tabindex="0"]')
  if (!stop) return
  stop.focus({ preventScroll: true })
  const copy = { key, shiftKey, bubbles: true, cancelable: true }
  if (!stop.dispatchEvent(new KeyboardEvent('keydown', copy)))
    event.preventDefault()
}

/** The keys of this game: the board's own, and of the common ones those that mean something here and that the board does
 * not use for something else.
 * @param {Board} board @param {State} state @returns {[keys: string, meaning: string][]} */
function keysOf(board, state) {
  const own = board.keys?.() ?? []
  const taken = own.map(([keys]) => keys)
  const undoable = state.acts.includes('undo') || state.acts.includes('redo')
  const picks = taken.some((keys) => keys.includes(t('board.key.space')))
    ? 'enter.alone'
    : 'enter'
  const common = [
    'arrows',
    picks,
    'escape',
    'n',
    'm',
    'l',
    state.clock && 't',
    board.forced && 'f',
    state.seat !== null && state.status === 'live' && 'slash',
    undoable && 'undo',
    'question',
  ].filter((key) => typeof key === 'string')
  const rows = common
    .map((key) => [t(`board.key.${key}`), t(`board.key.${key}.does`)])
    .filter(([keys]) => !taken.includes(keys))
  return [...own, .../** @type {[string, string][]} */ (rows)]
}

/** @param {Board} board @param {State} state */
export function showKeys(board, state) {
  const rows = keysOf(board, state).map(([keys, meaning]) =>
    el('div', {}, el('dt', {}, keys), el('dd', {}, meaning)),
  )
  return panel({
    kind: 'keys',
    title: t('board.keys'),
    body: el('dl', { class: 'keys' }, rows),
  })
}
