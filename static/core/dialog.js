// Dialogs: a question (`ask`), a sheet at the side (`panel`), and one that stands beside the game (`dock`).
// Focus goes in and comes back; Esc, the cross and a press beside a modal one close it without an answer.

import { all, el, focused, restoreFocus } from './dom.js'
import { t } from './i18n.js'
import { icon } from './icons.js'

const MARGIN = 8 // px between a question's buttons and what opened it
let count = 0

/** A modal question. Answers the `value` of the action that was pressed, or null. `trigger` is what opened
 * it: no button of the question comes to lie upon it, so that a second press there confirms nothing.
 * @param {DialogOptions & {trigger?: Element | null}} options @returns {Promise<any>} */
export function ask({
  kind,
  title,
  body,
  actions,
  trigger = document.activeElement,
}) {
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

/** A modal sheet for reading.
 * @param {DialogOptions} options @returns {OpenDialog} */
export function panel({ kind, title, body }) {
  const dialog = make(kind, title, body, 'panel')
  openModal(dialog, () => {})
  return { element: dialog, close: () => dialog.close() }
}

/** Not modal: stands in `place` and takes the focus itself, so that no key meant for the board presses a
 * button. An action's `press(event)` closes it by answering true.
 * @param {DialogOptions & {place: Element}} options @returns {OpenDialog} */
export function dock({ kind, title, body, actions, place }) {
  const dialog = make(kind, title, body, 'docked')
  const before = focused()
  /** @type {Press} */
  const press = (action) => (event) =>
    action.press?.(event) === true && dialog.close()
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

/** Closes every modal dialog without an answer: the page is being left. */
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
    el(
      'div',
      { class: 'dialog-head' },
      el('h2', { id, tabindex: '-1' }, title),
      cross,
    ),
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

/** The browser keeps the focus inside and brings it back; what it does not do is close on a press outside. The
 * focus does not begin on a button that costs something: a key pressed twice must not confirm. What is only read begins
 * at its heading.
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
    if (
      event.target === dialog &&
      !within(dialog.getBoundingClientRect(), event)
    )
      dialog.close()
  })
  dialog.showModal()
  const [chosen] = all(
    dialog,
    '[autofocus], .dialog-actions .button:not(.danger)',
  )
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
    one.left < other.right + MARGIN &&
    other.left < one.right + MARGIN &&
    one.top < other.bottom + MARGIN &&
    other.top < one.bottom + MARGIN
  )
}

/** @param {DOMRect} box @param {PointerEvent} event */
function within(box, { clientX, clientY }) {
  return (
    clientX >= box.left &&
    clientX <= box.right &&
    clientY >= box.top &&
    clientY <= box.bottom
  )
}
