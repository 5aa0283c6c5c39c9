// Names of the sides and numbers of the moves in a replay.

import { seatName } from '../../core/games.js'
import { t } from '../../core/i18n.js'
import { playerName, playsBothSides } from '../texts.js'

/** Returns the names of the sides by seat: the players'; the seats' own if one player has both, or none has a player.
 * @param {Rules} rules @param {Pick<State, 'players'>} state */
export const sideNames = (rules, state) =>
  rules.seats.map((_, seat) =>
    state.players[seat] && !playsBothSides(state) ? playerName(state, seat) : seatName(rules, seat),
  )

/** Returns "7." before a move of the side that moves first, "7…" before one of the other side.
 * @param {{ number: number, leads: boolean }} place in the list of moves */
export const numberText = ({ number, leads }) =>
  t(leads ? 'replay.number' : 'replay.number.second', { number })
