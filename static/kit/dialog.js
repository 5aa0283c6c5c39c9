// Dialogs: a question (`ask`), a sheet at the side (`panel`), and a card beside the game (`dock`).
// The focus goes in and comes back; Esc, the cross and a press beside a modal dialog close it without an answer. The
// components of a dialog end when it is closed.

import { all, focused, restoreFocus } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { html } from '../vendor/preact.js'
import { hosted } from './element.js'
import { icon } from './icon.js'

const GAP_PX = 8 // between a question's buttons and its trigger
let count = 0

/** Asks a modal question. Resolves to the `value` of the pressed action, or null. `trigger`: the element that opened it;
 * no button of the question covers it, so that a second press there confirms nothing.
 * @param {DialogOptions & {trigger?: Element | null}} options @returns {Promise<any>} */
export function ask({ actions = [], trigger = document.activeElement, ...options }) {
  return new Promise((answer) => {
    /** @type {unknown} */
    let value = null
    const drawn = make('question', { ...options, actions }, (action) => {
      value = action.value ?? null
      return true
    })
    openModal(drawn, () => answer(value))
    keepClear(drawn.element, trigger)
  })
}

/** Opens a modal sheet for reading.
 * @param {DialogOptions} options @returns {OpenDialog} */
export function panel(options) {
  const drawn = make('panel', options)
  const { element } = drawn
  openModal(drawn, () => {})
  return { element, close: () => element.close() }
}

/** Opens a non-modal dialog in `place`, which takes the focus itself, so that no key meant for the board presses a button.
 * press(act, button): called for its buttons, which do not close it; links only lead on.
 * @param {DialogOptions & { place: Element, press(act: string, button: HTMLElement): unknown }} options
 * @returns {OpenDialog} */
export function dock({ place, actions = [], press, ...options }) {
  const before = focused()
  const { element, leave } = make('docked', { ...options, actions }, ({ act, href }, event) => {
    if (act && !href) press(act, event.currentTarget)
    return false
  })
  element.tabIndex = -1
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    element.close()
  })
  element.addEventListener('close', () => {
    const inside = element.contains(document.activeElement)
    leave()
    if (inside) before?.focus()
    restoreFocus(before)
  })
  place.append(element)
  element.show()
  element.focus({ preventScroll: true })
  return { element, close: () => element.close() }
}

/** Closes all modal dialogs without an answer, when the page is left. */
export function closeAll() {
  for (const dialog of document.querySelectorAll('dialog'))
    if (dialog.open && dialog.parentElement === document.body) dialog.close()
}

/** @typedef {{ element: HTMLDialogElement, leave: () => void }} Drawn */

/** Draws a dialog. `press`: true closes it.
 * @param {string} look @param {DialogOptions} options
 * @param {(action: DialogAction, event: ElementEvent<'click'>) => boolean} [press] @returns {Drawn} */
function make(look, { kind, title, body, before, actions, after }, press) {
  count += 1
  const id = `dialog-${count}`
  const { element, leave } = hosted(
    html`
      <dialog data-kind=${kind} class=${look} aria-labelledby=${id}>
        <div class="dialog-head">
          <h2 id=${id} tabindex="-1">${title}</h2>
          <button
            type="button"
            class="icon quiet"
            aria-label=${t('dialog.close')}
            onClick=${() => dialog.close()}
          >${icon('close')}</button>
        </div>
        <div class="dialog-body">${typeof body === 'string' ? html`<p>${body}</p>` : body}</div>
        ${before}
        ${
          actions &&
          html`
            <div class="dialog-actions">
              ${actions.map((action) =>
                button(action, (event) => press?.(action, event) && dialog.close()),
              )}
            </div>`
        }
        ${after}
      </dialog>`,
  )
  const dialog = /** @type {HTMLDialogElement} */ (element)
  return { element: dialog, leave }
}

/** @param {DialogAction} action @param {(event: ElementEvent<'click'>) => unknown} press */
function button({ label, act, look, href }, press) {
  const shared = { 'data-act': act, class: `button ${look ?? ''}`.trim(), onClick: press }
  if (href) return html`<a ...${shared} href=${href}>${label}</a>`
  return html`<button ...${shared} type="button">${label}</button>`
}

/** Opens a modal dialog and closes it on a press outside, which the browser does not do; it keeps the focus inside and
 * brings it back. The focus never starts on a costly button, since a key pressed twice must not confirm; a sheet for
 * reading starts at its heading.
 * @param {Drawn} drawn @param {() => void} closed */
function openModal({ element: dialog, leave }, closed) {
  const before = focused()
  document.body.append(dialog)
  dialog.addEventListener('close', () => {
    leave()
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
