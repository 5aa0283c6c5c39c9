// The page of a game at a deal of today whose position is closed to this reader: they have not finished that deal.

import { dailyPath } from '../app/routes.js'
import { el } from '../core/dom.js'
import { name } from '../core/games.js'
import { t } from '../core/i18n.js'

/** @param {TableOptions} page */
export function showClosed({ root, state, rules, ready }) {
  const title = t('replay.heading', { game: name(rules) })
  Object.assign(root.dataset, { screen: 'replay', status: state.status })
  root.replaceChildren(
    el(
      'section',
      { class: 'notice', 'data-closed': true },
      el('h1', {}, title),
      el('p', {}, t('replay.hidden.today')),
      el(
        'p',
        { class: 'row' },
        el(
          'a',
          { class: 'button primary', href: dailyPath(undefined, rules.id) },
          t('daily.tile.open'),
        ),
      ),
    ),
  )
  ready(title)
}
