// Part of a page that is folded, and loaded when it is first opened.

import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { html, useSignal } from '../vendor/preact.js'

/** `name`: hook `data-part`. `load` returns the content; after a failure opening it again tries again.
 * @param {{ name?: string, title: Content, load: () => Content | Promise<Content> } & Record<string, unknown>} props */
export function Fold({ name, title, load, ...attributes }) {
  const content = useSignal(/** @type {Content} */ (null))
  const loaded = useSignal(false)
  const open = async (/** @type {Event & { currentTarget: HTMLDetailsElement }} */ event) => {
    if (!event.currentTarget.open || loaded.value) return
    loaded.value = true
    try {
      content.value = await load()
    } catch (error) {
      loaded.value = false
      content.value = html`<p role="alert">${t('lobby.failed')}</p>`
      if (!(error instanceof Refusal)) throw error
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
