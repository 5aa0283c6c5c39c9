// Lists of the moderators' pages.

import { query } from '../../app/routes.js'
import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'

/** Returns the address of a page of a list. @param {string} kind @param {string | null} cursor */
export const pageOf = (kind, cursor) => `/api/moderation/${kind}${query({ cursor })}`

/** Shows a section with a heading. @param {string} kind @param {Content} content @param {Content} [title] */
export const section = (kind, content, title = t(`moderation.${kind}`)) => html`
  <section class="list" data-list=${kind} aria-labelledby=${`mod-${kind}`}>
    <h2 id=${`mod-${kind}`}>${title}</h2>
    ${content}
  </section>`

/** Shows rows, or a sentence that there are none. @param {string} kind @param {Content[]} rows */
export const entries = (kind, rows) =>
  rows.length
    ? html`<ul class="entries">${rows}</ul>`
    : html`<p class="empty">${t(`moderation.${kind}.empty`)}</p>`
