// Page of another player's game at a deal of today that the reader has not finished: it shows only the reason and a link
// to the deals.

import { dailyPath } from '../../app/routes.js'
import { sheet } from '../../board/contract.js'
import { name } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { elementOf } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'

/** @param {TableOptions} page */
export async function showClosed({ root, rules, ready }) {
  await sheet('/static/pages/invitation/invitation.css')
  root.dataset.screen = 'closed'
  root.replaceChildren(
    elementOf(html`
      <section class="card join">
        <h1>${name(rules)}</h1>
        <p>${t('replay.hidden.today')}</p>
        <a class="button primary" href=${dailyPath()}>${t('daily.today')}</a>
      </section>`),
  )
  ready(name(rules))
}
