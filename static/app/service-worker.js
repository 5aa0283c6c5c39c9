// The service worker, served at /sw.js with the names of this build filled in. It keeps the built files and one
// document, so that a second visit asks for no file and the site opens without a network; never anything of the API.
// What it keeps of an older build goes when this one is active: when no page of the older one is open any more, or
// when a page asks for it.

/** What a worker's events have. The compiler knows the types of pages only.
 * @typedef {object} WorkerEvent
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {unknown} data
 * @property {Request} request
 * @property {(response: Promise<Response>) => void} respondWith */

/** @typedef {object} WorkerScope
 * @property {(kind: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients */

const BUILD = '{build}'
const FIRST = '{first}'.split(' ') // paths of built files: what every page needs
const LATER = '{later}'.split(' ') // help and boards, fetched when a page has been idle
const PREFIX = `/static/@${BUILD}/`
const CACHE = `richelieu-${BUILD}`
const DOCUMENT = '/' // which page it is, its script sees by the address
const PATIENCE = 3000 // ms that a navigation may take before the kept document is shown
const GATEWAY = 502 // from here on, the server is away: a proxy answers for it
const OTHERS = /^\/(api|ws|static|docs|metrics|health|ready|openapi|sw\.js)\b/

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => {
  event.waitUntil(keep([DOCUMENT, ...FIRST.map((path) => PREFIX + path)]))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOthers().then(() => worker.clients.claim()))
})

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') worker.skipWaiting()
  if (event.data === 'idle') event.waitUntil(keepLater())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(PREFIX)) event.respondWith(file(request))
  else if (request.mode === 'navigate' && !OTHERS.test(pathname))
    event.respondWith(page(request))
})

/** @type {Promise<void> | null} */
let keeping = null

/** Once at a time, though every page asks for it: a second one would replace files that are kept, and lose them where the
 * network goes meanwhile. */
function keepLater() {
  keeping ??= keep(LATER.map((path) => PREFIX + path)).finally(() => {
    keeping = null
  })
  return keeping
}

/** Fetches what is not kept yet. @param {string[]} addresses */
async function keep(addresses) {
  const cache = await caches.open(CACHE)
  const kept = await Promise.all(addresses.map((one) => cache.match(one)))
  await cache.addAll(addresses.filter((_, index) => !kept[index]))
}

async function dropOthers() {
  const names = await caches.keys()
  const old = names.filter((n) => n.startsWith('richelieu-') && n !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** A built file never changes. @param {Request} request @returns {Promise<Response>} */
async function file(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request.url, response.clone())
  return response
}

/** The server's document, or the kept one where the server is slow or away. @param {Request} request */
async function page(request) {
  const asked = fetch(request).then(
    (response) => (response.status < GATEWAY ? response : null),
    () => null,
  )
  const late = new Promise((done) => setTimeout(done, PATIENCE, null))
  const soon = await Promise.race([asked, late])
  if (soon) return soon
  const kept = await caches.match(DOCUMENT, { cacheName: CACHE })
  return kept ?? (await asked) ?? Response.error()
}
