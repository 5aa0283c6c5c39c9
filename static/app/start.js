// The entry of the pages: texts, header and links, then the first page.

import { useFallback } from '../core/fallback.js'
import { reportErrors } from '../core/faults.js'
import { load } from '../core/i18n.js'
import { fillHeader } from './header.js'
import { followLink, travel, visit } from './router.js'

reportErrors()
await load().catch(useFallback) // the first page loads it again, and says so if it fails
fillHeader()
document.addEventListener('click', followLink)
addEventListener('popstate', travel)
visit('first')
