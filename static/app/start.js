// The entry of the pages: texts, header and links, then the first page.

import { load } from '../core/i18n.js'
import { fillHeader } from './header.js'
import { followLink, visit } from './router.js'

await load()
fillHeader()
document.addEventListener('click', followLink)
addEventListener('popstate', () => visit(true))
visit(false)
