// /account: sign up, sign in, or recover an account. `?tab=`: the form; `?next=`: the path to go on to.

import { accountPath, match } from '../app/routes.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { signOutButton } from '../people/sign-out.js'
import { accountForms, TABS } from './forms.js'

/**
 * @param {HTMLElement} root
 * @param {Visit} visit
 * @returns {Promise<Page>}
 */
export async function show(root, { query, go, ready }) {
  root.dataset.screen = 'sign-in'
  const player = await me()
  const next = nextPath(query.get('next'))
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'sign-up'
  root.replaceChildren(
    el('h1', {}, t('account.title')),
    ...(player.account
      ? [signedIn(player, go)]
      : [accountForms(tab, next, player, () => go(next ?? '/me')), reasons()]),
  )
  ready(t('account.title'))
}

/**
 * Returns the path of a page of this site; null: it is none.
 * @param {string | null} path
 */
function nextPath(path) {
  if (!path?.startsWith('/')) return null
  const url = new URL(path, location.origin)
  const ours = url.origin === location.origin && match(url.pathname)
  return ours ? url.pathname + url.search : null
}

/**
 * @param {Me} player
 * @param {Go} go
 */
const signedIn = (player, go) =>
  el(
    'section',
    { class: 'sheet' },
    el('p', {}, t('account.here', { name: player.name })),
    el(
      'p',
      { class: 'row' },
      el('a', { class: 'button primary', href: '/me' }, t('account.me')),
      signOutButton(() => go(accountPath('sign-in'))),
    ),
  )

const REASONS = ['everywhere', 'rated', 'kept', 'programs']

/** Lists what an account gives, and what works without one. */
const reasons = () =>
  el(
    'section',
    { class: 'account-reasons' },
    el('h2', {}, t('account.why')),
    el(
      'ul',
      {},
      REASONS.map((one) => el('li', {}, t(`account.why.${one}`))),
    ),
    el(
      'p',
      {},
      t('account.guest'),
      ' ',
      el('a', { href: '/privacy' }, t('account.privacy')),
    ),
  )
