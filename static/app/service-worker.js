// The service worker, served at /sw.js with the names of this build filled in. It caches the built files and one
// document, so that a second visit requests no file and the site opens offline; it caches nothing of the API.
// The cache only saves requests: where it cannot be read or written (full disk, corrupt profile), the network answers.
// Activation deletes the caches of older builds: when no page of the older build is open, or when a page asks for it.

/** What a worker's events have. The compiler knows the types of pages only.
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
const NAVIGATION_TIMEOUT = 3000 // ms until the cached document is shown instead
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
  else if (request.mode === 'navigate' && !OTHERS.test(pathname))
    event.respondWith(page(request))
})

/** @typedef {{ title: string, body: string, path: string, icon: string }} News */

const tabs = () =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows a notification, unless a tab of the site is seen. @param {News} news */
async function showNews({ title, body, path, icon }) {
  const all = await tabs()
  if (all.some(({ visibilityState }) => visibilityState === 'visible')) return
  const options = { body, icon, tag: path, data: { path } }
  await worker.registration.showNotification(title, options)
}

/** To the tab that shows a page, or a new one. @param {string} path */
async function openPage(path) {
  const shown = (await tabs()).find(({ url }) => new URL(url).pathname === path)
  return shown ? shown.focus() : worker.clients.openWindow(path)
}

/** Caches the shell. While two builds are served, the document may come from the other one: then the installation
 * fails, and the browser tries it again at the next visit. */
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

/** One run at a time, though every page asks for it: a second run would replace cached files, and lose them if the network
 * goes meanwhile. */
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

/** A cached response; undefined where there is none or the cache cannot be read. @param {string} address */
async function cached(address) {
  try {
    return await caches.match(address, { cacheName: CACHE })
  } catch {
    return undefined
  }
}

/** A built file, which never changes. It is answered first and cached afterwards. @param {WorkerEvent} event */
async function file(event) {
  const { url } = event.request
  const kept = await cached(url)
  if (kept) return kept
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(store(url, response.clone()))
  return response
}

/** Caches a response; on a full disk the next visit fetches it again. @param {string} url @param {Response} response */
async function store(url, response) {
  try {
    const cache = await caches.open(CACHE)
    await cache.put(url, response)
  } catch {}
}

/** The server's document, or the cached one where the server is slow or away. @param {Request} request */
async function page(request) {
  const asked = fetch(request).then(
    (response) => (response.status < BAD_GATEWAY ? response : null),
    () => null,
  )
  const late = new Promise((done) => setTimeout(done, NAVIGATION_TIMEOUT, null))
  const soon = await Promise.race([asked, late])
  if (soon) return soon
  return (await cached(DOCUMENT)) ?? (await asked) ?? Response.error()
}
