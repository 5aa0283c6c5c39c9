// Page of another player's game at a deal of today that the reader has not finished: it shows only the reason and a link
// to the deals.

import { dailyPath } from '../app/routes.js'
import { sheet } from '../board/contract.js'
import { el } from '../core/dom.js'
import { name } from '../core/games.js'
import { t } from '../core/i18n.js'

/** @param {TableOptions} page */
export async function showClosed({ root, rules, ready }) {
  await sheet('/static/pages/invitation/invitation.css')
  root.dataset.screen = 'closed'
  root.replaceChildren(
    el(
      'section',
      { class: 'card join' },
      el('h1', {}, name(rules)),
      el('p', {}, t('replay.hidden.today')),
      el('a', { class: 'button primary', href: dailyPath() }, t('daily.today')),
    ),
  )
  ready(name(rules))
}
