// What comes after the first page: what the hosts say, and the service worker. The site works without either.

import { showSite } from '../site/strip.js'
import { registerWorker } from './worker.js'

export function startLater() {
  showSite().catch(() => {})
  registerWorker()
}
