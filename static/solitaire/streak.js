// Streak of wins in a solitaire: what leaving a game ends.

import { get, Refusal } from '../core/http.js'

/** Returns the wins in a row that end when the player leaves this game; 0: none do, or it is not known.
 * @param {Rules} rules @param {State} state */
export async function streakAtStake(rules, { streak, status }) {
  if (!streak || status !== 'live') return 0
  try {
    /** @type {Wire.Board} */
    const { own } = await get(`/api/leaderboards/${rules.id}?kind=streak&class=open`)
    return own?.score[1] ?? 0
  } catch (error) {
    if (error instanceof Refusal) return 0
    throw error
  }
}
