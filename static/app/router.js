// Router: address -> module of its page. Each visit has its own <main>, so that a late page cannot write into the next one.
// Every failure is shown as a sentence: no page is ever blank.

import { isOutdated } from '../core/build.js'
import { byId, closest } from '../core/dom.js'
import { loadPart, MissingPart, prepare } from '../core/files.js'
import { find } from '../core/games.js'
import { Refusal } from '../core/http.js'
import { first, load, t } from '../core/i18n.js'
import { closeAll } from '../kit/dialog.js'
import { elementOf } from '../kit/element.js'
import { html, render } from '../vendor/preact.js'
import { markCurrentLink, markTurn, setTitle, showPlayer } from './header.js'
import { match } from './pages.js'
import * as reading from './reading-places.js'
import { fragment } from './routes.js'

/** How a page came to be shown: first of the document, by a link, by Back or Forward, or as another try.
 * @typedef {'first' | 'link' | 'history' | 'retry'} Arrival */

const BOARDS = ['table/live/page', 'table/puzzles/page'] // pages whose screens may hide the header

/** @type {Set<() => void>} */
const listeners = new Set()
let visits = 0
let leave = () => {}

/** Goes to another page without a reload. `replace`: instead of the current history entry.
 * @type {Go} */
export function go(path, { replace = false } = {}) {
  if (!replace) reading.leave()
  if (isOutdated()) return openDocument(path, replace)
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  return visit('link')
}

/** Loads another page from the server, with the files of the server's build. Never resolves.
 * @param {string} path @param {boolean} replace @returns {Promise<void>} */
function openDocument(path, replace) {
  location[replace ? 'replace' : 'assign'](path)
  return new Promise(() => {})
}

/** Handles Back and Forward: to another page, or to another place of this one. */
export function travel() {
  reading.leave()
  if (!reading.isShown(location)) return visit('history')
  const place = reading.enter()
  if (location.hash) scrollToHash()
  else scrollTo(0, place?.scroll ?? 0)
}

/** Calls `listener` when a page is left, and when the next one has its data; returns the function that unsubscribes it.
 * @param {() => void} listener */
export function onPage(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the page of the current address. @param {Arrival} arrival */
export async function visit(arrival) {
  visits += 1
  const number = visits
  const left = new AbortController()
  const current = () => number === visits
  leavePage()
  leave = () => left.abort()
  const place = reading.enter()
  const root = elementOf(html`<main id="screen" tabindex="-1" aria-busy="true"></main>`)
  byId('screen').replaceWith(root)
  markCurrentLink(location.pathname)
  const page = match(location.pathname)?.page ?? ''
  document.documentElement.toggleAttribute('data-bare', BOARDS.includes(page))
  for (const listener of listeners) listener()
  /** @param {string} title */
  const ready = (title) => {
    if (!current()) return
    showReady(root, title, arrival)
    if (arrival !== 'link' && place) reading.restore(root, place)
    else if (location.hash) scrollToHash()
  }
  try {
    const page = await open(root, ready, left.signal)
    if (!page?.leave) return
    if (!current()) return page.leave()
    leave = () => {
      left.abort()
      page.leave()
    }
  } catch (error) {
    if (!current()) return
    if (isOutdated() && error instanceof MissingPart && arrival !== 'first')
      return location.reload()
    if (!(error instanceof Refusal)) reportError(error)
    ready(showError(root, error))
  }
}

/** @param {HTMLElement} root @param {(title: string) => void} ready @param {AbortSignal} signal @returns {Promise<Page>} */
async function open(root, ready, signal) {
  const route = match(location.pathname)
  if (!route) throw new Refusal(404, 'not_found')
  await load() // again if it failed
  if (route.parts.rules) find(route.parts.rules).catch(() => {}) // preloads its texts; the page reports failures
  const [{ show }] = await Promise.all([loadPart(route.load), prepare(route.page)])
  const query = new URLSearchParams(location.search)
  /** A page that was left leads nowhere, such as a game that is created too late. @type {Go} */
  const goOn = async (path, how) => {
    if (!signal.aborted) await go(path, how)
  }
  return show(root, { ...route.parts, query, go: goOn, ready, signal, pageAt: match })
}

function leavePage() {
  const last = leave
  leave = () => {}
  last()
  closeAll()
  markTurn(false)
  delete document.documentElement.dataset.ready
}

/** Shows a page that has its data. After a change of page the heading gets the focus, so that reading starts at the top;
 * a page that has set the focus itself keeps it.
 * @param {HTMLElement} root @param {string} title @param {Arrival} arrival */
function showReady(root, title, arrival) {
  setTitle(title)
  root.removeAttribute('aria-busy')
  delete document.documentElement.dataset.bare
  document.documentElement.dataset.ready = ''
  for (const listener of listeners) listener()
  showPlayer()
  if (arrival === 'first' || root.contains(document.activeElement)) return
  scrollTo(0, 0)
  const heading = root.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** @type {Record<string, string>} by code, else by status; else `broken` */
const ERRORS = {
  outdated: 'outdated',
  incomplete: 'broken',
  401: 'lost',
  403: 'lost',
  404: 'lost',
  422: 'lost', // a value in the address
  0: 'offline',
  503: 'offline',
  429: 'busy',
}

const NOT_REFUSED = { code: '', status: -1 }

/** Shows why there is no page and returns the title: nothing at this address, no server, or an error of ours.
 * @param {HTMLElement} root @param {unknown} error */
function showError(root, error) {
  const { code, status } = error instanceof Refusal ? error : NOT_REFUSED
  const kind = ERRORS[code] ?? ERRORS[status] ?? 'broken'
  root.dataset.screen = 'error'
  root.dataset.error = kind
  const lost = match(location.pathname)?.page.split('/').at(-2) ?? '' // the page's folder
  const retry = () => html`
    <button type="button" class="primary" data-act="retry" onClick=${() => location.reload()}>
      ${t(kind === 'outdated' ? 'shell.reload' : 'error.again')}
    </button>`
  root.replaceChildren() // what the page has shown so far
  render(
    html`
      <section class="notice">
        <h1>${t(`error.${kind}.title`)}</h1>
        <p>${first([`error.${kind}.${lost}`, `error.${kind}.text`])}</p>
        <p class="row">
          ${kind !== 'lost' && retry()}
          <a class="button" href="/">${t('error.lobby')}</a>
        </p>
      </section>`,
    root,
  )
  return t(`error.${kind}.title`)
}

/** Follows links to our pages without a reload. Links that open elsewhere (a new tab, a file) are left to the browser.
 * @param {MouseEvent} event */
export function followLink(event) {
  const link = closest(event, 'a[href]')
  if (!(link instanceof HTMLAnchorElement) || !opensHere(event, link)) return
  if (isOutdated()) return // the browser loads the page of the server's build
  const url = new URL(link.href)
  if (url.origin !== location.origin || !match(url.pathname)) return
  event.preventDefault()
  reading.leave(link.getAttribute('href'))
  history.pushState(null, '', url)
  if (url.hash && reading.isShown(url)) {
    reading.enter()
    scrollToHash()
  } else visit('link')
}

/** @param {MouseEvent} event @param {HTMLAnchorElement} link */
function opensHere(event, link) {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !link.target &&
    !link.hasAttribute('download') &&
    !modified
  )
}

/** Scrolls to the element that the address names; a malformed fragment names none. */
function scrollToHash() {
  const node = document.getElementById(fragment(location.hash))
  if (!node) return
  if (node.tabIndex < 0) node.tabIndex = -1
  node.scrollIntoView()
  node.focus({ preventScroll: true })
}
