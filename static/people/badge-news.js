// Badges won by a game, for its result. If they cannot be loaded, they are left out.

import { personPath } from '../app/routes.js'
import { say } from '../core/announcer.js'
import { get } from '../core/http.js'
import { list, t } from '../core/i18n.js'
import { me } from '../core/player.js'
import { elementOf } from '../kit/element.js'
import { html } from '../vendor/preact.js'
import { badgeTexts } from './badge-texts.js'

/**
 * Returns the names of the badges that the reader won with this game.
 * @param {Rules} rules
 * @param {State} state of a game that the reader has won
 */
export async function newBadges(rules, state) {
  const { name } = await me()
  /** @type {Wire.Profile | null} */
  const profile = await get(`/api${personPath(name)}`).catch(() => null)
  return (profile?.badges ?? [])
    .filter(({ game }) => game === state.game)
    .flatMap(({ id }) => badgeTexts(id, [rules])?.name ?? [])
}

/**
 * Adds the badges that the reader won with this game to `place`.
 * @param {Rules} rules
 * @param {State} state of a game that the reader has won
 * @param {Element} place
 */
export async function addBadges(rules, state, place) {
  const names = await newBadges(rules, state)
  if (!names.length || !place.isConnected) return
  const text = t('badges.new', { count: names.length, badges: list(names) })
  place.append(elementOf(html`<p class="new-badges" data-badges>${text}</p>`))
  say(text)
}
