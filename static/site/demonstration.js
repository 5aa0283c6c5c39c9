// Mark of a demonstration site: beside the site's name in the header, and at a table under the arrow that replaces the
// header. It cannot be dismissed; as text of pseudo-elements it needs no drawing by pages.

import { sheet } from '../core/files.js'
import { t } from '../core/i18n.js'

/** Marks all pages of this document. */
export async function markDemonstration() {
  const { dataset, style } = document.documentElement
  if (dataset.demonstration !== undefined) return
  await sheet('/static/site/demonstration.css')
  style.setProperty('--demonstration', JSON.stringify(t('demonstration.mark')))
  dataset.demonstration = ''
}
