// /account: sign up, sign in, or recover an account. `?tab=`: the form; `?next=`: the path to go on to.

import { accountPath, ownPath } from '../../app/routes.js'
import { t } from '../../core/i18n.js'
import { me, signOut } from '../../core/player.js'
import { button, linkButton } from '../../kit/button.js'
import { mount } from '../../kit/page.js'
import { html } from '../../vendor/preact.js'
import { AccountForms, TABS } from './forms.js'

/** @param {HTMLElement} root @param {Visit} visit @returns {Promise<Page>} */
export async function show(root, { query, go, ready, pageAt }) {
  root.dataset.screen = 'sign-in'
  const player = await me()
  const next = ownPath(query.get('next'), location.origin, pageAt)
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'sign-up'
  const forms = html`
    <${AccountForms}
      tab=${tab}
      next=${next}
      player=${player}
      done=${() => go(next ?? '/me')}
      beside=${reasons()}
    />`
  const page = mount(
    root,
    html`
      <h1>${t('account.title')}</h1>
      ${player.account ? signedIn(player, go) : forms}`,
  )
  ready(t('account.title'))
  return page
}

/** @param {Me} player @param {Go} go */
function signedIn(player, go) {
  const leave = () => signOut().then(() => go(accountPath('sign-in')))
  return html`
  <section class="sheet">
    <p>${t('account.here', { name: player.name })}</p>
    <p class="row">
      ${linkButton({ look: 'primary', href: '/me' }, t('account.me'))}
      ${button({ act: 'sign-out', onpress: leave }, t('account.sign_out'))}
    </p>
  </section>`
}

const REASONS = ['everywhere', 'rated', 'kept', 'programs']

/** What an account gives, and what works without one. */
const reasons = () => html`
  <section class="account-reasons">
    <h2>${t('account.why')}</h2>
    <ul>${REASONS.map((one) => html`<li>${t(`account.why.${one}`)}</li>`)}</ul>
    <p>${t('account.guest')} <a href="/privacy">${t('account.privacy')}</a></p>
  </section>`
