// The mark of a demonstration: beside the site's name in the header, and at a table under the arrow that takes the place of
// the header. It cannot be dismissed, and pages need not draw it: it is the text of pseudo-elements.

import { sheet } from '../core/files.js'
import { t } from '../core/i18n.js'

/** Marks every page of this document, now and later. */
export async function markDemonstration() {
  const { dataset, style } = document.documentElement
  if (dataset.demonstration !== undefined) return
  await sheet('/static/site/demonstration.css')
  style.setProperty('--demonstration', JSON.stringify(t('demonstration.mark')))
  dataset.demonstration = ''
}
