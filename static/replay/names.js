// How the sides and the moves of a game that is looked through are called.

import { seatName } from '../core/games.js'
import { t } from '../core/i18n.js'
import { playerName, playsBothSides } from '../play/texts.js'

/** The sides in the order of the seats: by their players; by the seats where one player has both, or none.
 * @param {Rules} rules @param {Pick<State, 'players'>} state */
export const sideNames = (rules, state) =>
  rules.seats.map((_, seat) =>
    state.players[seat] && !playsBothSides(state)
      ? playerName(state, seat)
      : seatName(rules, seat),
  )

/** "7." before a move of the side that moves first, "7…" before one of the other.
 * @param {{ number: number, leads: boolean }} place in the list of moves */
export const numberText = ({ number, leads }) =>
  t(leads ? 'replay.number' : 'replay.number.second', { number })
