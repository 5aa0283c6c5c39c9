// Button that shows a panel below it.

import { html, useEffect, useRef, useSignal } from '../vendor/preact.js'

/** A button with its panel, which closes after a press in it, by Esc, by a press elsewhere, or when the focus leaves. A style
 * sheet may show the panel without the button where there is room. `text`: on the button; `label`: its accessible name.
 * @param {{ name: string, text: Content, label: string, children?: Content } & Attributes} props `name`: hook `data-menu` */
export function Dropdown({ name, text, label, children, ...attributes }) {
  const open = useSignal(false)
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const isInside = (/** @type {EventTarget | null} */ target) =>
    target instanceof Node && place.current?.contains(target) === true
  const close = () => {
    if (!open.value) return
    open.value = false
    const button = place.current?.querySelector('button')
    if (isInside(document.activeElement)) button?.focus()
  }
  useEffect(() => {
    const pressed = (/** @type {PointerEvent} */ { target }) => {
      if (!isInside(target)) open.value = false
    }
    addEventListener('pointerdown', pressed)
    return () => removeEventListener('pointerdown', pressed)
  }, [])
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') close()
  }
  const onFocusOut = (/** @type {FocusEvent} */ { relatedTarget }) => {
    if (relatedTarget && !isInside(relatedTarget)) open.value = false
  }
  return html`
    <div
      ref=${place}
      class="dropdown"
      data-menu=${name}
      data-open=${open.value ? '' : undefined}
      onKeyDown=${onKeyDown}
      onFocusOut=${onFocusOut}
      ...${attributes}
    >
      <button
        type="button"
        aria-expanded=${String(open.value)}
        aria-label=${label}
        onClick=${() => (open.value = !open.value)}
      >${text}</button>
      <div class="dropdown-panel" onClick=${close}>${children}</div>
    </div>`
}
