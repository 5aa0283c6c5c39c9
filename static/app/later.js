// What comes after the first page: what the hosts say, what waits for the player elsewhere, and the service worker. The
// site works without them.

import { followNews } from '../news/start.js'
import { showSite } from '../site/strip.js'
import { registerWorker } from './worker.js'

export function startLater() {
  showSite().catch(() => {})
  followNews()
  registerWorker()
}
