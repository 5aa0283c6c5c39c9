// Condition for a turning point, the move at which a solitaire was lost.

import { hasAbility } from '../../core/bots.js'
import { solitaire } from '../../core/games.js'

/** Whether a game is a solitaire that was not won, of rules whose searches can tell where it was lost.
 * @param {Rules} rules @param {State} state */
export const hasTurning = (rules, { status, over, game }) =>
  status === 'ended' &&
  game !== null &&
  over?.winner !== 0 &&
  solitaire(rules) &&
  hasAbility(rules, 'winnable')
