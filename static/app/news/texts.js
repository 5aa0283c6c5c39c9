// Sentences of the banner about the end of a game.

import { first } from '../../core/i18n.js'
import { personName } from '../../core/people.js'

/** Returns how one of the player's games ended: "You lost on time against Athos". @param {State} state */
export function endSentence({ over, seat, players }) {
  const opponent = players[1 - (seat ?? 0)]
  const { winner, reason } = over ?? { winner: null, reason: '' }
  const decided = winner === seat ? 'won' : 'lost'
  const result = winner === null ? 'drawn' : decided
  return first([`news.ended.${reason}.${result}`, `news.ended.${result}`], {
    name: opponent ? personName(opponent) : '',
  })
}
