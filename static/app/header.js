// Header with its two switches, document title, and the mark on the favicon.

import { say } from '../core/announcer.js'
import { press } from '../core/busy-button.js'
import { all, byId } from '../core/dom.js'
import { fileUrl, loadPart } from '../core/files.js'
import { knows, t } from '../core/i18n.js'
import { me, onPlayerChange } from '../core/player.js'
import { settings } from '../core/settings.js'
import { elementOf } from '../kit/element.js'
import { icon } from '../kit/icon.js'
import { html } from '../vendor/preact.js'
import { followAppearance } from './appearance.js'
import { accountPath } from './routes.js'

/** @type {[string, ...string[]]} */
const THEMES = ['auto', 'light', 'dark']
/** @type {[string, ...string[]]} */
const SOUNDS = ['on', 'off']
const ACCOUNT = 'account' // setting: whether the player of this device had an account when last seen

let page = ''
let news = '' // of the player's games elsewhere
let marked = false

/** Sets the page's part of document.title. @param {string} text */
export function setTitle(text) {
  page = text
  writeTitle()
}

/** Marks title and favicon while it is the player's move. @param {boolean} yours */
export function markTurn(yours) {
  marked = yours
  writeTitle()
}

/** Puts news of another page before the page's own title; '': none.
 * @param {string} text */
export function setNews(text) {
  if (text === news) return
  news = text
  writeTitle()
}

function writeTitle() {
  const plain = page ? 'shell.title' : 'shell.title.home'
  const key = marked || news ? 'shell.title.mark' : plain
  if (knows(key)) document.title = t(key, { page: news ? `${news} · ${page}` : page }) // else it stays the server's
  const name = marked || news ? 'icon-mark' : 'icon'
  const href = fileUrl(`/static/art/${name}.svg`)
  for (const link of all(document, 'link[rel=icon]'))
    if (link.getAttribute('href') !== href) link.setAttribute('href', href)
}

/** Fills the header of index.html: texts, switches, the player's name. The server has written the texts in the language
 * that it assumed. */
export function fillHeader() {
  const inWords = all(document, '[data-t], [data-label]')
  for (const node of inWords) {
    const { t: text = '', label = '' } = node.dataset
    if (knows(text)) node.textContent = t(text)
    if (knows(label)) node.ariaLabel = t(label)
  }
  // Without the texts, which an error page may lack, the switches would have no names.
  if (knows('shell.theme.auto'))
    byId('tools').replaceChildren(
      elementOf(html`<${Toggle} name="theme" values=${THEMES} />`),
      elementOf(html`<${Toggle} name="sound" values=${SOUNDS} />`),
    )
  followAppearance()
  showSignIn()
  onPlayerChange(showPlayer)
  document
    .getElementById('sign-in')
    ?.addEventListener(
      'click',
      /** @type {EventListener} */ (/** @type {unknown} */ (signInBeside)),
    )
}

/** Shows the player's name in the header; without an answer of the server the link keeps its common text. Guests are
 * offered to sign in; the device remembers whether there is an account. */
export async function showPlayer() {
  const player = await me().catch(() => null)
  if (!player) return
  byId('my-name').textContent = player.name
  settings.set(ACCOUNT, player.account ? 'yes' : 'no')
  showSignIn()
}

/** Whether a player was seen on this device before. */
export const hadPlayer = () => settings.get(ACCOUNT) !== null

function showSignIn() {
  const link = document.getElementById('sign-in')
  if (!link) return
  const here = location.pathname + location.search
  const next = /^\/(account)?(\?|$)/.test(here) ? null : here
  link.hidden = settings.get(ACCOUNT) === 'yes'
  link.setAttribute('href', accountPath('sign-in', next))
}

/** Opens the sign-in beside a game, which must not be left for it. @param {ElementEvent<'click'>} event */
function signInBeside(event) {
  const table = document.querySelector('main[data-screen="table"]')
  if (!table || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  press(event, async () => {
    const { openAccount } = await loadPart(() => import('../pages/account/dialog.js'))
    await openAccount('sign-in')
  })
}

/** Marks the header's link to the current page or its folder.
 * @param {string} path */
export function markCurrentLink(path) {
  const folder = path.split('/', 2).join('/')
  for (const link of all(document, '#nav a')) {
    const page = new URL(/** @type {HTMLAnchorElement} */ (link).href).pathname
    const inside = page === folder && folder !== '/' ? 'true' : null
    link.ariaCurrent = page === path ? 'page' : inside
  }
}

/** Button that cycles through the values of a setting; its name contains the current one.
 * @param {{ name: string, values: [string, ...string[]] }} props */
function Toggle({ name, values }) {
  const chosen = settings.get(name)
  const value = values.find((one) => one === chosen) ?? values[0]
  const press = () => {
    const next = values[(values.indexOf(value) + 1) % values.length] ?? values[0]
    settings.set(name, next)
    say(t(`shell.${name}.${next}`))
  }
  return html`
    <button
      type="button"
      class="icon"
      data-act=${name}
      title=${t(`shell.${name}.${value}`)}
      onClick=${press}
    >${icon(`${name}-${value}`)}</button>`
}
