// Mark of a demonstration site: beside the site's name in the header, and at a table under the arrow that replaces the
// header. It cannot be dismissed; as text of pseudo-elements it needs no drawing by pages.

import { t } from '../../core/i18n.js'

/** Marks all pages of this document. */
export function markPages() {
  const { dataset, style } = document.documentElement
  style.setProperty('--demonstration', JSON.stringify(t('demonstration.mark')))
  dataset.demonstration = ''
}
