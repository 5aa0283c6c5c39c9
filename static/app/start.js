// Entry of all pages: texts, header and links, then the first page, then the deferred parts.

import { reportErrors } from '../core/faults.js'
import { loadPart } from '../core/files.js'
import { addFallback, load } from '../core/i18n.js'
import { fillHeader } from './header.js'
import { watchBuild } from './new-version.js'
import { followLink, travel, visit } from './router.js'

if (document.documentElement.dataset.old === undefined) {
  reportErrors()
  start()
}

async function start() {
  await load().catch(addFallback) // the first page loads it again and reports a failure
  fillHeader()
  document.addEventListener('click', followLink)
  addEventListener('popstate', travel)
  watchBuild()
  visit('first').finally(() => {
    loadPart(() => import('./later.js'), { quiet: true })
      .then(({ startLater }) => startLater())
      .catch(() => {})
  })
}
