// A link to a free seat: who invites to what, and one button.

import { post } from '../core/http.js'
import { me } from '../core/player.js'
import { sheet } from '../boards/contract.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { name, seatName } from '../core/games.js'
import { player } from './texts.js'

export async function join({ root, id, state, rules, go, ready }) {
  await sheet('/static/table/table.css')
  const seat = state.players.indexOf(null)
  const host = player(state, 1 - seat)
  const params = {
    game: name(rules),
    host,
    seat: seatName(rules, seat),
    hosts: seatName(rules, 1 - seat),
  }
  const problem = el('p', { class: 'wrong', role: 'alert' })
  const press = async () => {
    button.disabled = true
    try {
      await me()
      await post(`/api/games/${encodeURIComponent(id)}/join`, {})
      await go(`/g/${id}`, { replace: true })
    } catch (error) {
      if (error.status === 409) return go(`/g/${id}`, { replace: true })
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
  root.dataset.screen = 'join'
  root.replaceChildren(
    el(
      'section',
      { class: 'card join' },
      el('h1', {}, t('join.title', params)),
      el('p', {}, t('join.about', params)),
      state.control ? el('p', {}, control(state.control)) : null,
      button,
      problem,
      el('p', {}, el('a', { href: `/help/${rules.id}` }, t('join.rules'))),
    ),
  )
  ready(t('join.title', params))
}

/** A time control in words. */
function control({ base, increment, days }) {
  if (days) return t('join.days', { count: days })
  return t('join.clock', { minutes: base / 60, increment })
}
