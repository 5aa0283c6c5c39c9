// Badges won by a game, for its result. If they cannot be loaded, they are left out.

import { personPath } from '../app/routes.js'
import { badgeTexts } from '../core/badges.js'
import { get } from '../core/http.js'
import { me } from '../core/player.js'

/** Returns the names of the badges that the reader won with this game.
 * @param {Rules} rules @param {State} state of a game that the reader has won */
export async function newBadges(rules, state) {
  const { name } = await me()
  /** @type {Wire.Profile | null} */
  const profile = await get(`/api${personPath(name)}`).catch(() => null)
  return (profile?.badges ?? [])
    .filter(({ game }) => game === state.game)
    .flatMap(({ id }) => badgeTexts(id, [rules])?.name ?? [])
}
