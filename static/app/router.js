// The router: an address -> the module of its page. Each visit has a <main> of its own, so that a page that
// answers late cannot write into the next one. Every failure is shown as a sentence: no page is ever blank.

import { closeAll } from '../core/dialog.js'
import { byId, closest, el } from '../core/dom.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import {
  markCurrentLink,
  markTurn,
  setTitle,
  showPlayerName,
} from './header.js'
import { match } from './routes.js'

let visits = 0
let leave = () => {}

/** To another page of ours, without a reload. `replace`: the present one is not kept in the history.
 * @type {Go} */
export function go(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  return visit(true)
}

/** Shows the page of the present address. `moved`: another page was shown before. @param {boolean} moved */
export async function visit(moved) {
  visits += 1
  const number = visits
  const current = () => number === visits
  leavePage()
  const root = el('main', { id: 'screen', tabindex: '-1', 'aria-busy': 'true' })
  byId('screen').replaceWith(root)
  markCurrentLink(location.pathname)
  /** @param {string} title */
  const ready = (title) => {
    if (current()) showReady(root, title, moved)
  }
  try {
    const page = await open(root, ready)
    if (!page?.leave) return
    if (current()) leave = () => page.leave()
    else page.leave()
  } catch (error) {
    if (!current()) return
    if (!(error instanceof Refusal)) console.error(error)
    ready(showError(root, error instanceof Refusal ? error.status : undefined))
  }
}

/** @param {HTMLElement} root @param {(title: string) => void} ready @returns {Promise<Page>} */
async function open(root, ready) {
  const route = match(location.pathname)
  if (!route) throw new Refusal(404, 'not_found')
  const { show } = await import(`../${route.page}.js`).catch(importError)
  const query = new URLSearchParams(location.search)
  return show(root, { ...route.parts, query, go, ready })
}

/** A module that could not be fetched while there is no network is the network's fault, not the page's.
 * @param {unknown} error @returns {never} */
function importError(error) {
  throw navigator.onLine ? error : new Refusal(0, 'offline')
}

function leavePage() {
  const last = leave
  leave = () => {}
  last()
  closeAll()
  markTurn(false)
  delete document.documentElement.dataset.ready
}

/** The page has its data. After a change of page the heading takes the focus, as after a reload the browser
 * would begin to read at the top; a page that has put the focus somewhere itself keeps it.
 * @param {HTMLElement} root @param {string} title @param {boolean} moved */
function showReady(root, title, moved) {
  setTitle(title)
  root.removeAttribute('aria-busy')
  document.documentElement.dataset.ready = ''
  showPlayerName()
  if (!moved || root.contains(document.activeElement)) return
  scrollTo(0, 0)
  const heading = root.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** @type {Record<number, string>} */
const ERRORS = { 404: 'lost', 0: 'offline', 429: 'busy' } // by status; else `broken`

/** Shows why there is no page, and returns its title: nothing at this address, no server, or an error of ours.
 * @param {HTMLElement} root @param {number} [status] */
function showError(root, status) {
  const kind = ERRORS[status ?? -1] ?? 'broken'
  root.dataset.screen = 'error'
  root.dataset.error = kind
  const retry = el(
    'button',
    { type: 'button', class: 'primary', onclick: () => visit(true) },
    t('error.again'),
  )
  root.replaceChildren(
    el(
      'section',
      { class: 'notice' },
      el('h1', {}, t(`error.${kind}.title`)),
      el('p', {}, t(`error.${kind}.text`)),
      el(
        'p',
        { class: 'row' },
        kind === 'lost' ? null : retry,
        el('a', { class: 'button', href: '/' }, t('error.lobby')),
      ),
    ),
  )
  return t(`error.${kind}.title`)
}

/** Links to our own pages do not reload. What the browser opens elsewhere (a new tab, a file) is left to it.
 * @param {MouseEvent} event */
export function followLink(event) {
  const link = closest(event, 'a[href]')
  if (!(link instanceof HTMLAnchorElement) || !opensHere(event, link)) return
  const url = new URL(link.href)
  if (url.origin !== location.origin || !match(url.pathname)) return
  event.preventDefault()
  if (url.hash && url.pathname === location.pathname)
    scrollToId(url.hash.slice(1))
  else go(url.pathname + url.search)
}

/** @param {MouseEvent} event @param {HTMLAnchorElement} link */
function opensHere(event, link) {
  const modified =
    event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !link.target &&
    !link.hasAttribute('download') &&
    !modified
  )
}

/** To an element of the same page; the address stays, so that the history holds pages only. @param {string} id */
function scrollToId(id) {
  const node = document.getElementById(id)
  if (!node) return
  if (node.tabIndex < 0) node.tabIndex = -1
  node.scrollIntoView()
  node.focus({ preventScroll: true })
}
