// Card of a table that waits for an opponent: whom it waits for, what the player can do meanwhile, the link, and Cancel.

import { t } from '../../../core/i18n.js'
import { personName } from '../../../core/people.js'
import { me } from '../../../core/player.js'
import { button } from '../../../kit/button.js'
import { followOwnGames, lists } from '../../../live/lobby.js'
import { html, useEffect } from '../../../vendor/preact.js'
import { linkOf, ShareLink } from './link.js'
import { Seek } from './seek.js'

/** What the player can do. `playBot`: null if no bot plays the game; `playTeacher`: null if none teaches it; `join`: another
 * person's waiting game instead.
 * @typedef {{ cancel(): unknown, share(): unknown, join(game: Item): unknown, playBot: (() => unknown) | null,
 *   playTeacher: (() => unknown) | null }} WaitingActs */
/** @typedef {{ id: string, rules: Rules, state: State, player: Me, acts: WaitingActs }} Waiting */

/** Returns the card. @param {Omit<Waiting, 'player'>} table @returns {Promise<Content>} */
export async function waitingCard(table) {
  const waiting = { ...table, player: await me() }
  if (waiting.state.to) return html`<${Challenge} ...${waiting} to=${waiting.state.to} />`
  if (!waiting.state.public) return invited(waiting)
  return html`<${Seek} ...${waiting} cancel=${cancelButton(waiting.acts)} />`
}

/** Ends a game nobody has joined. @param {WaitingActs} acts */
const cancelButton = ({ cancel }) => button({ act: 'abort', onpress: cancel }, t('act.abort.open'))

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

/** The card of a challenge that is not answered: whether the challenged person (`to`), whom the lobby notifies, is here, unless
 * they hide it. @param {Waiting & { to: Person }} props */
function Challenge({ id, state, to, acts }) {
  useEffect(followOwnGames, [])
  const here = lists.value?.mine.find((game) => game.id === id)?.to_online
  const params = { name: personName(to) }
  return html`
    <section class="card waiting" data-waiting>
      <div class="waiting-head">
        <h2>${t('table.waiting.to', params)}</h2>
        ${cancelButton(acts)}
      </div>
      <p class="presence" aria-live="polite" data-online=${here ? 'yes' : 'no'}>
        ${here !== undefined && t(here ? 'table.waiting.online' : 'table.waiting.offline', params)}
      </p>
      <p>${t('table.waiting.challenge', params)}</p>
      ${state.rated && html`<p>${t(state.casual ? 'join.casual' : 'control.rated.listed')}</p>`}
    </section>`
}
