// The page of a link to a free seat: the creator, the game, and one button.

import { gamePath, helpPath } from '../app/routes.js'
import { sheet } from '../boards/contract.js'
import { el } from '../core/dom.js'
import { name, seatName } from '../core/games.js'
import { post } from '../core/http.js'
import { t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { playerName } from './texts.js'

/** @param {TableOptions} page */
export async function showJoin({ root, id, state, rules, go, ready }) {
  await sheet('/static/table/table.css')
  const seat = state.players.indexOf(null)
  const params = {
    game: name(rules),
    host: playerName(state, 1 - seat),
    seat: seatName(rules, seat),
    hosts: seatName(rules, 1 - seat),
  }
  const problem = el('p', { class: 'wrong', role: 'alert' })
  const press = async () => {
    button.disabled = true
    try {
      await me()
      await post(`/api/games/${encodeURIComponent(id)}/join`, {})
      await go(gamePath(id), { replace: true })
    } catch (error) {
      if (/** @type {{ status?: number }} */ (error).status === 409)
        return go(gamePath(id), { replace: true })
      problem.textContent = t('join.failed')
      button.disabled = false
    }
  }
  const button = el(
    'button',
    {
      type: 'button',
      class: 'primary large',
      'data-act': 'join',
      onclick: press,
    },
    t('join.as', params),
  )
  const control = /** @type {TimeControl | null} */ (state.control)
  root.dataset.screen = 'join'
  root.replaceChildren(
    el(
      'section',
      { class: 'card join' },
      el('h1', {}, t('join.title', params)),
      el('p', {}, t('join.about', params)),
      control ? el('p', {}, controlText(control)) : null,
      button,
      problem,
      el('p', {}, el('a', { href: helpPath(rules.id) }, t('join.rules'))),
    ),
  )
  ready(t('join.title', params))
}

/** @param {TimeControl} control */
function controlText({ base, increment, days }) {
  if (days) return t('join.days', { count: days })
  return t('join.clock', { minutes: base / 60, increment })
}
