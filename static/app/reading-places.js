// Reading positions by history entry: scroll offset, focused link, and how much of the lists was loaded. Kept for the tab,
// so that Back and a reload return to the same place.

const STORE = 'richelieu.places'

/** `link`: the focused href; `loaded`: by list, how often "More" was pressed.
 * @typedef {{scroll: number, link: string | null, loaded?: Record<string, number>}} Place */

/** @type {Map<string, Place>} by the key of the history entry */
const places = new Map(stored())
let key = entryKey()
let shown = '' // path and query of the shown page

history.scrollRestoration = 'manual'
addEventListener('pagehide', () => leave())

/** Notes the place on the page being left. `link`: the followed href. @param {string | null} [link] */
export function leave(link = null) {
  const loaded = places.get(key)?.loaded
  places.set(key, { scroll: scrollY, link: link ?? focusedLink(), loaded })
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...places].slice(-50)))
  } catch {
    // Storage is refused; the places last as long as the page.
  }
}

const MAX_PAGES = 20 // times that "More" is repeated on return

/** Returns how often "More" was pressed in a list of this history entry.
 * @param {string} list */
export const loadedBefore = (list) => Math.min(places.get(key)?.loaded?.[list] ?? 0, MAX_PAGES)

/** Notes how often "More" was pressed in a list of the current page. @param {string} list @param {number} times */
export function noteLoaded(list, times) {
  const place = places.get(key) ?? { scroll: scrollY, link: null }
  places.set(key, { ...place, loaded: { ...place.loaded, [list]: times } })
}

/** Adds a history entry for the shown page. @param {string} path */
export function push(path) {
  leave()
  history.pushState(null, '', path)
  enter()
}

/** Replaces the address of the current entry. @param {string} path */
export function replace(path) {
  history.replaceState(history.state, '', path)
  enter()
}

/** Enters another history entry; returns its place, or null. */
export function enter() {
  key = entryKey()
  shown = location.pathname + location.search
  return places.get(key) ?? null
}

/** Whether an address is that of the shown page, or of a place in it. @param {Location | URL} address */
export const isShown = ({ pathname, search }) => pathname + search === shown

/** Scrolls to a place, and again while the page grows, until the reader scrolls or 2 s have passed.
 * @param {HTMLElement} root @param {Place} place */
export function restore(root, { scroll, link }) {
  const to = () => scrollTo(0, scroll)
  to()
  focusLink(root, link)
  const growth = new ResizeObserver(to)
  growth.observe(root)
  const end = () => growth.disconnect()
  setTimeout(end, 2000)
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(type, end, { once: true, passive: true })
}

/** @param {HTMLElement} root @param {string | null} href */
function focusLink(root, href) {
  const links = [...root.querySelectorAll('a[href]')]
  const link = links.find((one) => one.getAttribute('href') === href)
  if (link instanceof HTMLElement) link.focus({ preventScroll: true })
}

const focusedLink = () => document.activeElement?.closest('a[href]')?.getAttribute('href') ?? null

/** Returns the key of the current history entry, creating it if there is none. @returns {string} */
function entryKey() {
  const known = history.state?.key
  if (known) return known
  const made = crypto.getRandomValues(new Uint32Array(2)).join('')
  history.replaceState({ ...history.state, key: made }, '')
  return made
}

/** @returns {[string, Place][]} */
function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]')
  } catch {
    return []
  }
}
