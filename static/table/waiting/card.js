// Card of a table that waits for an opponent: whom it waits for, what the player can do meanwhile, the link, and Cancel.

import { t } from '../../core/i18n.js'
import { me } from '../../core/player.js'
import { html } from '../../vendor/preact.js'
import { cancelButton } from './cancel.js'
import { Challenge } from './challenge.js'
import { linkOf, ShareLink } from './link.js'
import { Seek } from './seek.js'

/** What the player can do. `playBot`: null if no bot plays the game; `playTeacher`: null if none teaches it; `join`: another
 * person's waiting game instead.
 * @typedef {{ cancel(): unknown, share(): unknown, join(game: string): unknown, playBot: (() => unknown) | null,
 *   playTeacher: (() => unknown) | null }} WaitingActs */
/** @typedef {{ id: string, rules: Rules, state: State, player: Me, acts: WaitingActs }} Waiting */

/** Returns the card. @param {Omit<Waiting, 'player'>} table @returns {Promise<Content>} */
export async function waitingCard(table) {
  const waiting = { ...table, player: await me() }
  if (waiting.state.to) return html`<${Challenge} ...${waiting} to=${waiting.state.to} />`
  return waiting.state.public ? html`<${Seek} ...${waiting} />` : invited(waiting)
}

/** Shows the card of a game for whoever has the link. @param {Waiting} waiting */
const invited = ({ id, state, acts }) => html`
  <section class="card waiting" data-waiting aria-label=${t('table.waiting.link')}>
    <div class="waiting-head">
      <h2>${t('table.waiting.link')}</h2>
      ${cancelButton(acts)}
    </div>
    <p>${t('table.waiting.private')}</p>
    ${state.rated && html`<p>${t('control.rated.listed')}</p>`}
    <${ShareLink} url=${linkOf(id)} share=${acts.share} leads />
  </section>`
