// Account section of the player's own page: name, password, sessions, tokens, blocked people, data. Each part is loaded when
// it is opened.

import { accountPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { signOutButton } from '../people/sign-out.js'
import { blockedPeople } from './blocks.js'
import { nameForm, passwordForm } from './credentials.js'
import { dataPart, deletePart } from './departure.js'
import { sessionList } from './sessions.js'
import { tokenPart } from './tokens.js'

/** Fills a part when it is first opened. @typedef {() => Promise<Child> | Child} Fill */

/**
 * @param {Me} player
 * @param {Go} go
 */
export function accountSection(player, go) {
  const home = () => go('/')
  return el(
    'section',
    { class: 'sheet account-part', 'aria-labelledby': 'me-account' },
    el('h2', { id: 'me-account' }, t('me.account')),
    player.account ? signedIn(go) : guest(),
    el(
      'div',
      {},
      player.account
        ? [
            fold('name', () => nameForm(player, () => go('/me'))),
            fold('password', passwordForm),
            fold('sessions', () => sessionList(home)),
            fold('tokens', tokenPart),
          ]
        : null,
      fold('blocks', blockedPeople),
      fold('data', dataPart),
      fold('delete', () => deletePart(player, home)),
    ),
  )
}

/** @param {Go} go */
const signedIn = (go) =>
  el(
    'p',
    { class: 'row' },
    signOutButton(() => go('/')),
  )

const guest = () =>
  el(
    'div',
    {},
    el('p', {}, t('me.guest')),
    el(
      'p',
      { class: 'row' },
      el(
        'a',
        { class: 'button primary', href: accountPath('sign-up', '/me') },
        t('account.sign-up'),
      ),
      el(
        'a',
        { class: 'button', href: accountPath('sign-in', '/me') },
        t('account.sign-in'),
      ),
    ),
  )

/**
 * @param {string} part
 * @param {Fill} fill
 */
function fold(part, fill) {
  const place = el('div', { class: 'part-body' })
  const details = el(
    'details',
    { 'data-part': part },
    el('summary', {}, t(`me.part.${part}`)),
    place,
  )
  let filled = false
  details.addEventListener('toggle', async () => {
    if (!details.open || filled) return
    filled = true
    try {
      place.replaceChildren(el('div', {}, await fill()))
    } catch (error) {
      filled = false
      place.replaceChildren(el('p', { role: 'alert' }, t('lobby.failed')))
      if (!(error instanceof Error && 'status' in error)) throw error
    }
  })
  return details
}
