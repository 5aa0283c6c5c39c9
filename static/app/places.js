// Where the reader was on each page of the history: how far down, at which link, and how much of its lists was loaded. Kept
// for the tab, so that Back (and a reload) leads to the same place.

const STORE = 'richelieu.places'

/** `link`: the href that had the focus; `loaded`: by list, how often "More" was pressed.
 * @typedef {{scroll: number, link: string | null, loaded?: Record<string, number>}} Place */

/** @type {Map<string, Place>} by the key of the entry of the history */
const places = new Map(stored())
let key = entryKey()

history.scrollRestoration = 'manual'
addEventListener('pagehide', () => leave())

/** Notes the place on the page that is being left. `link`: the href that is followed. @param {string | null} [link] */
export function leave(link = null) {
  const loaded = places.get(key)?.loaded
  places.set(key, { scroll: scrollY, link: link ?? focusedLink(), loaded })
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...places].slice(-50)))
  } catch {
    // Storage is refused: the places last as long as the page.
  }
}

const MOST_LOADED = 20 // times that "More" is repeated at once

/** How often "More" was pressed in a list of the present page, when the reader was here before.
 * @param {string} list */
export const loadedBefore = (list) =>
  Math.min(places.get(key)?.loaded?.[list] ?? 0, MOST_LOADED)

/** "More" was pressed in a list of the present page so often. @param {string} list @param {number} times */
export function noteLoaded(list, times) {
  const place = places.get(key) ?? { scroll: scrollY, link: null }
  places.set(key, { ...place, loaded: { ...place.loaded, [list]: times } })
}

/** Another entry of the history for the page that is shown. @param {string} path */
export function push(path) {
  leave()
  history.pushState(null, '', path)
  enter()
}

/** Another address for the present entry. @param {string} path */
export const replace = (path) => history.replaceState(history.state, '', path)

/** The present entry of the history is another one now. What is known of it, or null. */
export function enter() {
  key = entryKey()
  return places.get(key) ?? null
}

/** Scrolls to where the reader was, and again while the page grows, until the reader scrolls or 2 s have passed.
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

const focusedLink = () =>
  document.activeElement?.closest('a[href]')?.getAttribute('href') ?? null

/** The key of the present entry of the history, which gets one if it has none. @returns {string} */
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
