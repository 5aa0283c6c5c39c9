// The router: an address -> the module of its page. Each visit has a <main> of its own, so that a page that
// answers late cannot write into the next one. Whatever fails is said in words: no page is ever blank.

import { Refusal } from '../core/http.js'
import { closeAll } from '../core/dialog.js'
import { el } from '../core/dom.js'
import { load, t } from '../core/i18n.js'
import { furnish, here, mark, nameMe, title } from './header.js'

const ROUTES = [
  [/^\/$/, 'lobby/page'],
  [/^\/new\/(?<rules>[^/]+)$/, 'new-game/page'],
  [/^\/g\/(?<id>[^/]+)$/, 'table/page'],
  [/^\/me$/, 'profile/me'],
  [/^\/people\/(?<name>[^/]+)$/, 'profile/person'],
  [/^\/leaderboards(?:\/(?<rules>[^/]+))?$/, 'leaderboard/page'],
  [/^\/help\/(?<rules>[^/]+)$/, 'help/page'],
  [/^\/daily$/, 'daily/page'],
]

let visits = 0
let leave = () => {}

/** To another page of ours, without a reload. `replace`: the present one is not kept in the history. */
export function go(path, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  return visit(true)
}

async function visit(moved) {
  const number = (visits += 1)
  const current = () => number === visits
  leavePage()
  const root = el('main', { id: 'screen', tabindex: '-1', 'aria-busy': 'true' })
  document.getElementById('screen').replaceWith(root)
  here(location.pathname)
  const ready = (text) => current() && arrive(root, text, moved)
  try {
    const page = await open(root, ready)
    if (!page?.leave) return
    if (current()) leave = () => page.leave()
    else page.leave()
  } catch (error) {
    if (!current()) return
    if (error.status === undefined) console.error(error)
    ready(explain(root, error))
  }
}

async function open(root, ready) {
  const [page, parts] = match(location.pathname)
  if (!page) throw new Refusal(404, 'not_found')
  const { show } = await import(`../${page}.js`).catch(unfetched)
  return show(root, {
    ...parts,
    query: new URLSearchParams(location.search),
    go,
    ready,
  })
}

// A module that could not be fetched while there is no network is the network's fault, not the page's.
function unfetched(error) {
  throw navigator.onLine ? error : new Refusal(0, 'offline')
}

function match(path) {
  for (const [pattern, page] of ROUTES) {
    const found = pattern.exec(path)
    if (found) return [page, { ...found.groups }]
  }
  return [null, {}]
}

function leavePage() {
  const last = leave
  leave = () => {}
  last()
  closeAll()
  mark(false)
  delete document.documentElement.dataset.ready
}

// The page has its data. After a change of page the heading takes the focus, as after a reload the browser
// would begin to read at the top; a page that has put the focus somewhere itself keeps it.
function arrive(root, text, moved) {
  title(text)
  root.removeAttribute('aria-busy')
  document.documentElement.dataset.ready = ''
  nameMe()
  if (!moved || root.contains(document.activeElement)) return
  scrollTo(0, 0)
  const heading = root.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

// Says why there is no page, and answers its title: nothing at this address, no server, or something of ours that is broken.
function explain(root, { status }) {
  const kind =
    status === 404
      ? 'lost'
      : status === 0
        ? 'offline'
        : status === 429
          ? 'busy'
          : 'broken'
  root.dataset.screen = 'error'
  root.dataset.error = kind
  root.replaceChildren(
    el(
      'section',
      { class: 'notice' },
      el('h1', {}, t(`error.${kind}.title`)),
      el('p', {}, t(`error.${kind}.text`)),
      el(
        'p',
        { class: 'row' },
        kind === 'lost'
          ? null
          : el(
              'button',
              { type: 'button', class: 'primary', onclick: () => visit(true) },
              t('error.again'),
            ),
        el('a', { class: 'button', href: '/' }, t('error.lobby')),
      ),
    ),
  )
  return t(`error.${kind}.title`)
}

// Links to our own pages do not reload. What the browser opens elsewhere (a new tab, a file) is left to it.
function follow(event) {
  const link = event.target.closest?.('a[href]')
  if (
    !link ||
    event.defaultPrevented ||
    event.button !== 0 ||
    link.target ||
    link.hasAttribute('download')
  )
    return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const there = new URL(link.href)
  if (there.origin !== location.origin || !match(there.pathname)[0]) return
  event.preventDefault()
  if (there.hash && there.pathname === location.pathname)
    within(there.hash.slice(1))
  else go(there.pathname + there.search)
}

// To a place on the same page; the address stays, so that the history holds pages only.
function within(id) {
  const place = document.getElementById(id)
  if (!place) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.scrollIntoView()
  place.focus({ preventScroll: true })
}

async function start() {
  await load()
  furnish()
  document.addEventListener('click', follow)
  addEventListener('popstate', () => visit(true))
  await visit(false)
}

start()
