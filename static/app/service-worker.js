// Service worker, served at /sw.js with the names of this build filled in. It caches the built files and one document, so
// that a second visit requests no file and the site opens offline; it caches nothing of the API.
// The cache only saves requests: where it cannot be read or written (full disk, corrupt profile), the network answers.
// Activation deletes the caches of older builds, when no page of an older build is open or when a page asks for it.

/** An event of the worker; the compiler only knows the types of pages.
 * @typedef {object} WorkerEvent
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {unknown} data
 * @property {Request} request
 * @property {(response: Promise<Response>) => void} respondWith
 * @property {{ data: { path: string }, close: () => void }} notification */

/** @typedef {{ url: string, visibilityState: string, focus: () => Promise<unknown> }} Tab */

/** @typedef {object} WorkerScope
 * @property {(kind: string, listener: (event: WorkerEvent) => void) => void} addEventListener
 * @property {() => Promise<void>} skipWaiting
 * @property {{ showNotification: (title: string, options: object) => Promise<void> }} registration
 * @property {{ claim: () => Promise<void>, matchAll: (of: object) => Promise<Tab[]>,
 *   openWindow: (path: string) => Promise<unknown> }} clients */

const BUILD = '{build}'
const FIRST = '{first}'.split(' ') // paths of built files that every page needs
const LATER = '{later}'.split(' ') // help and boards, fetched when a page has been idle
const PREFIX = `/static/@${BUILD}/`
const CACHE = `richelieu-${BUILD}`
const DOCUMENT = '/' // serves every page: its script reads the address
const NAVIGATION_TIMEOUT_MS = 3000 // after which the cached document is shown
const BAD_GATEWAY = 502 // statuses from here on come from a proxy: the server is away
const OTHERS = /^\/(api|ws|static|metrics|health|ready|openapi|sw\.js)\b/

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('install', (event) => {
  event.waitUntil(install())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder().finally(() => worker.clients.claim()))
})

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') worker.skipWaiting()
  if (event.data === 'idle') event.waitUntil(keepLater())
  const { notify } = /** @type {{ notify?: News }} */ (event.data ?? {})
  if (notify) event.waitUntil(showNews(notify))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.path))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(PREFIX)) event.respondWith(file(event))
  else if (request.mode === 'navigate' && !OTHERS.test(pathname)) event.respondWith(page(request))
})

/** @typedef {{ title: string, body: string, path: string, icon: string }} News */

const tabs = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows a notification unless a tab of the site is visible. @param {News} news */
async function showNews({ title, body, path, icon }) {
  const all = await tabs()
  if (all.some(({ visibilityState }) => visibilityState === 'visible')) return
  const options = { body, icon, tag: path, data: { path } }
  await worker.registration.showNotification(title, options)
}

/** Focuses the tab of a page or opens one. @param {string} path */
async function openPage(path) {
  const shown = (await tabs()).find(({ url }) => new URL(url).pathname === path)
  return shown ? shown.focus() : worker.clients.openWindow(path)
}

/** Caches the shell. While two builds are served the document may be of the other build; then the installation fails and
 * the browser retries it at the next visit. */
async function install() {
  const response = await fetch(DOCUMENT)
  const text = await response.clone().text()
  if (!response.ok || !text.includes(`data-build="${BUILD}"`))
    throw new Error('the document is not of this build')
  await keep(FIRST.map((path) => PREFIX + path))
  const cache = await caches.open(CACHE)
  await cache.put(DOCUMENT, response)
}

/** @type {Promise<void> | null} */
let keeping = null

/** Caches the later files, in one run at a time though every page asks for it: a second run would replace cached files and
 * lose them if the network fails meanwhile. */
function keepLater() {
  keeping ??= keep(LATER.map((path) => PREFIX + path)).finally(() => {
    keeping = null
  })
  return keeping
}

/** Fetches and caches the files that are not cached yet. @param {string[]} addresses */
async function keep(addresses) {
  const cache = await caches.open(CACHE)
  const kept = await Promise.all(addresses.map((one) => cache.match(one)))
  await cache.addAll(addresses.filter((_, index) => !kept[index]))
}

async function dropOlder() {
  const names = await caches.keys()
  const old = names.filter((n) => n.startsWith('richelieu-') && n !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Returns a cached response; undefined: there is none, or the cache cannot be read. @param {string} address */
async function cached(address) {
  try {
    return await caches.match(address, { cacheName: CACHE })
  } catch {
    return undefined
  }
}

/** Returns a built file, which never changes; it is cached after the response. @param {WorkerEvent} event */
async function file(event) {
  const { url } = event.request
  const kept = await cached(url)
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(store(url, response.clone()))
  return response
}

/** Caches a response; if the disk is full, the next visit fetches it again. @param {string} url @param {Response} response */
async function store(url, response) {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(url, response)
  } catch {}
}

/** Returns the server's document, or the cached one if the server is slow or away. @param {Request} request */
async function page(request) {
  const asked = fetch(request).then(
    (response) => (response.status < BAD_GATEWAY ? response : null),
    () => null,
  )
  const late = new Promise((done) => setTimeout(done, NAVIGATION_TIMEOUT_MS, null))
  const soon = await Promise.race([asked, late])
  if (soon) return soon
  return (await cached(DOCUMENT)) ?? (await asked) ?? Response.error()
}
