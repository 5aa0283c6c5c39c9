// Part of a page that is folded, and loaded when it is first opened.

import { refusalText, waiting } from '../core/busy-button.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { html, useSignal } from '../vendor/preact.js'

/** `name`: hook `data-part`. `load` returns the content; after a failure opening it again tries again.
 * @param {{ name?: string, title: Content, load: () => Content | Promise<Content> } & Record<string, unknown>} props */
export function Fold({ name, title, load, ...attributes }) {
  const content = useSignal(/** @type {Content} */ (null))
  const loaded = useSignal(false)
  const open = async (/** @type {Event & { currentTarget: HTMLDetailsElement }} */ event) => {
    const details = event.currentTarget
    if (!details.open || loaded.value) return
    loaded.value = true
    const summary = /** @type {HTMLElement} */ (details.firstElementChild)
    const done = waiting(summary)
    try {
      content.value = await load()
    } catch (error) {
      loaded.value = false
      const text = error instanceof Refusal ? refusalText(error) : t('lobby.failed')
      content.value = html`<p role="alert">${text}</p>`
      if (!(error instanceof Refusal)) throw error
    } finally {
      done()
    }
  }
  return html`
    <details data-part=${name} onToggle=${open} ...${attributes}>
      <summary>${title}</summary>
      <div class="part-body">${content.value}</div>
    </details>`
}

/** Moves the focus from a control whose row is about to go to the heading of the fold around it. @param {HTMLElement} control */
export function leaveRow(control) {
  if (document.activeElement !== control) return
  control.closest('details')?.querySelector('summary')?.focus()
}
