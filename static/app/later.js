// Deferred parts, loaded after the first page: the hosts' notices, news of the player's games, and the service worker. The
// site works without them.

import { followNews } from '../news/start.js'
import { showSite } from '../site/strip.js'
import { registerWorker } from './worker.js'

export function startLater() {
  showSite().catch(() => {})
  followNews()
  registerWorker()
}
