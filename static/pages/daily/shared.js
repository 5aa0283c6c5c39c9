// Result that somebody has shared: its link opens the same deal of the day.

import { hasAbility } from '../../core/bots.js'
import { name } from '../../core/games.js'
import { get } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { achievement } from '../../table/solitaire/result-text.js'
import { playerName } from '../../table/texts.js'

/** Returns what the one who shared their result reached; '': it is not known.
 * @param {string | null} game @param {Rules[]} rules of the day's deals @param {AbortSignal} signal */
export async function sharedResult(game, rules, signal) {
  if (!game) return ''
  /** @type {State | null} */
  const state = await get(`/api/games/${encodeURIComponent(game)}`, { signal }).catch(() => null)
  const played = rules.find(({ id }) => id === state?.rules)
  return played && state?.over ? sharedText(played, state) : ''
}

/** Returns what the player of a shared result reached, with the game: "Citadel: Coppery Stoat solved it in 73 moves."
 * @param {Rules} rules @param {State} state */
export function sharedText(rules, state) {
  const { number: first, unit } = achievement(rules, state, null)
  const isSolved = state.over?.winner === 0 && hasAbility(rules, 'winnable')
  return t(isSolved ? 'daily.shared.solved' : 'daily.shared', {
    game: name(rules),
    player: playerName(state, 0),
    result: `${first} ${unit}`.trim(),
  })
}
