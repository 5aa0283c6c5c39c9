// Account of the player: name, password, sessions, tokens, blocked people, data. Each part is loaded when it is opened.

import { accountPath } from '../../app/routes.js'
import { t } from '../../core/i18n.js'
import { signOut } from '../../core/player.js'
import { BlockedPeople, blockedNames } from '../../kit/blocks.js'
import { button, linkButton } from '../../kit/button.js'
import { Fold } from '../../kit/fold.js'
import { html } from '../../vendor/preact.js'
import { NameForm, PasswordForm } from './credentials.js'
import { DeleteForm, dataPart } from './departure.js'
import { readSessions, SessionList } from './sessions.js'
import { readTokens, TokenPart } from './tokens.js'

/** Parts of everybody. @type {(player: Me, home: () => unknown) => Record<string, () => Promise<Content> | Content>} */
const commonParts = (player, home) => ({
  blocks: async () => html`<${BlockedPeople} names=${await blockedNames()} />`,
  data: dataPart,
  delete: () => html`<${DeleteForm} player=${player} done=${home} />`,
})

/** Parts of those who have an account. @type {typeof commonParts} */
const accountParts = (player, home) => ({
  name: () => html`<${NameForm} player=${player} />`,
  password: () => html`<${PasswordForm} />`,
  sessions: async () => html`<${SessionList} first=${await readSessions()} left=${home} />`,
  tokens: async () => html`<${TokenPart} first=${await readTokens()} />`,
})

/** @param {Me} player @param {Go} go */
export function accountSection(player, go) {
  const home = () => go('/')
  const parts = {
    ...(player.account && accountParts(player, home)),
    ...commonParts(player, home),
  }
  return html`
    <section class="sheet account-part" aria-labelledby="settings-account">
      <h2 id="settings-account">${t('me.account')}</h2>
      ${player.account ? signedIn(home) : guest()}
      <div>
        ${Object.entries(parts).map(
          ([part, load]) =>
            html`<${Fold} key=${part} name=${part} title=${t(`me.part.${part}`)} load=${load} />`,
        )}
      </div>
    </section>`
}

/** @param {() => unknown} home */
const signedIn = (home) => html`
  <p class="row">
    ${button({ act: 'sign-out', onpress: () => signOut().then(home) }, t('account.sign_out'))}
  </p>`

const guest = () => html`
  <div>
    <p>${t('me.guest')}</p>
    <p class="row">
      ${linkButton({ look: 'primary', href: accountPath('sign-up', '/settings') }, t('account.sign-up'))}
      ${linkButton({ href: accountPath('sign-in', '/settings') }, t('account.sign-in'))}
    </p>
  </div>`
