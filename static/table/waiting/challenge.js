// Card of a challenge that is not answered: whether the challenged person is here, unless they hide it.

import { t } from '../../core/i18n.js'
import { personName } from '../../core/people.js'
import { followOwnGames, lists } from '../../live/lobby.js'
import { html, useEffect } from '../../vendor/preact.js'
import { cancelButton } from './cancel.js'

/** @param {import('./card.js').Waiting & { to: Person }} props `to`: the challenged person, whom the lobby notifies */
export function Challenge({ id, state, to, acts }) {
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
