// Search field of the moderators' page.

import { t } from '../../core/i18n.js'
import { Field, Form } from '../../kit/form.js'
import { html } from '../../vendor/preact.js'

/** @param {{ kind: 'person' | 'game', label: string, find: (text: string) => unknown }} props */
export function Finder({ kind, label, find }) {
  const id = `find-${kind}`
  const send = async (/** @type {Record<string, string>} */ values) => {
    const text = values[id]?.trim()
    if (text) await find(text)
  }
  const beside = html`<button type="submit" data-act=${id}>${label}</button>`
  return html`
    <${Form} role="search" aria-label=${t(`moderation.find.${kind}`)} send=${send}>
      <${Field}
        id=${id}
        name=${id}
        label=${t(`moderation.find.${kind}`)}
        maxlength=${200}
        beside=${beside}
      />
    <//>`
}
