// Dialogs: a question (`ask`), a sheet at the side (`panel`), and a card beside the game (`dock`).
// The focus goes in and comes back; Esc, the cross and a press beside a modal dialog close it without an answer.

import { all, el, focused, restoreFocus } from './dom.js'
import { t } from './i18n.js'
import { icon } from './icons.js'

const GAP_PX = 8 // between a question's buttons and its trigger
let count = 0

/** Asks a modal question. Resolves to the `value` of the pressed action, or null. `trigger`: the element that opened it;
 * no button of the question covers it, so that a second press there confirms nothing.
 * @param {DialogOptions & {trigger?: Element | null}} options @returns {Promise<any>} */
export function ask({ kind, title, body, actions, trigger = document.activeElement }) {
  return new Promise((answer) => {
    /** @type {unknown} */
    let value = null
    const dialog = make(kind, title, body)
    const choose = (/** @type {DialogAction} */ action) => () => {
      value = action.value ?? null
      dialog.close()
    }
    dialog.append(buttons(actions ?? [], choose))
    openModal(dialog, () => answer(value))
    keepClear(dialog, trigger)
  })
}

/** Opens a modal sheet for reading.
 * @param {DialogOptions} options @returns {OpenDialog} */
export function panel({ kind, title, body }) {
  const dialog = make(kind, title, body, 'panel')
  openModal(dialog, () => {})
  return { element: dialog, close: () => dialog.close() }
}

/** Opens a non-modal dialog in `place`, which takes the focus itself, so that no key meant for the board presses a button.
 * An action's `press(event)` closes it by returning true.
 * @param {DialogOptions & {place: Element}} options @returns {OpenDialog} */
export function dock({ kind, title, body, actions, place }) {
  const dialog = make(kind, title, body, 'docked')
  const before = focused()
  /** @type {Press} */
  const press = (action) => (event) => action.press?.(event) === true && dialog.close()
  dialog.append(buttons(actions ?? [], press))
  dialog.tabIndex = -1
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    dialog.close()
  })
  dialog.addEventListener('close', () => {
    const inside = dialog.contains(document.activeElement)
    dialog.remove()
    if (inside) before?.focus()
    restoreFocus(before)
  })
  place.append(dialog)
  dialog.show()
  dialog.focus({ preventScroll: true })
  return { element: dialog, close: () => dialog.close() }
}

/** Closes all modal dialogs without an answer, when the page is left. */
export function closeAll() {
  for (const dialog of document.querySelectorAll('dialog'))
    if (dialog.open && dialog.parentElement === document.body) dialog.close()
}

/** @param {string} kind @param {string} title @param {Child} [body] @param {string} [look] */
function make(kind, title, body, look = 'question') {
  count += 1
  const id = `dialog-${count}`
  const cross = el(
    'button',
    { type: 'button', class: 'icon quiet', 'aria-label': t('dialog.close') },
    icon('close'),
  )
  const dialog = el(
    'dialog',
    { 'data-kind': kind, class: look, 'aria-labelledby': id },
    el('div', { class: 'dialog-head' }, el('h2', { id, tabindex: '-1' }, title), cross),
    el(
      'div',
      { class: 'dialog-body' },
      typeof body === 'string' ? el('p', {}, body) : (body ?? null),
    ),
  )
  cross.addEventListener('click', () => dialog.close())
  return dialog
}

/** @typedef {(action: DialogAction) => (event: ElementEvent<'click'>) => unknown} Press */

/** @param {DialogAction[]} actions @param {Press} press */
function buttons(actions, press) {
  const make = (/** @type {DialogAction} */ action) => {
    const { label, act, look, href } = action
    const attributes = {
      'data-act': act,
      class: `button ${look ?? ''}`.trim(),
      onclick: press(action),
    }
    if (href) return el('a', { ...attributes, href }, label)
    return el('button', { ...attributes, type: 'button' }, label)
  }
  return el('div', { class: 'dialog-actions' }, actions.map(make))
}

/** Opens a modal dialog and closes it on a press outside, which the browser does not do; it keeps the focus inside and
 * brings it back. The focus never starts on a costly button, since a key pressed twice must not confirm; a sheet for
 * reading starts at its heading.
 * @param {HTMLDialogElement} dialog @param {() => void} closed */
function openModal(dialog, closed) {
  const before = focused()
  document.body.append(dialog)
  dialog.addEventListener('close', () => {
    dialog.remove()
    closed()
    restoreFocus(before)
  })
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog && !within(dialog.getBoundingClientRect(), event)) dialog.close()
  })
  dialog.showModal()
  const [chosen] = all(dialog, '[autofocus], .dialog-actions .button:not(.danger)')
  const start = chosen ?? dialog.querySelector('h2')
  start?.focus({ preventScroll: true })
}

/** @param {HTMLDialogElement} dialog @param {Element | null} trigger */
function keepClear(dialog, trigger) {
  if (!trigger || trigger === document.body) return
  const avoid = trigger.getBoundingClientRect()
  for (const place of ['centre', 'top', 'bottom']) {
    dialog.dataset.place = place
    const boxes = [...dialog.querySelectorAll('.button')].map((button) =>
      button.getBoundingClientRect(),
    )
    if (!boxes.some((box) => overlap(box, avoid))) return
  }
}

/** @param {DOMRect} one @param {DOMRect} other */
function overlap(one, other) {
  return (
    one.left < other.right + GAP_PX &&
    other.left < one.right + GAP_PX &&
    one.top < other.bottom + GAP_PX &&
    other.top < one.bottom + GAP_PX
  )
}

/** @param {DOMRect} box @param {PointerEvent} event */
function within(box, { clientX, clientY }) {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}
