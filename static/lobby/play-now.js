// "Play now": joins an open game of another player, else opens one and waits there. A solitaire begins at once.

import { gamePath } from '../app/routes.js'
import { find, prepareTable, solitaire } from '../core/games.js'
import { post, Refusal } from '../core/http.js'

/**
 * The path of the game to play: for two players an open game of these rules that could be joined, else the player's own
 * open one, else a new one.
 * @param {Rules} rules
 * @param {() => Promise<import('./feed.js').Lists>} lists not called for a solitaire
 * @param {Person} player
 * @returns {Promise<string>}
 */
export async function playNow(rules, lists, player) {
  prepareTable(rules)
  if (!solitaire(rules)) {
    const { open, mine } = await lists()
    for (const game of open)
      if (game.rules === rules.id && !hasSeat(game, player))
        if (await join(game)) return gamePath(game.id)
    const own = mine.find(
      (game) =>
        game.rules === rules.id &&
        game.ply === 0 &&
        game.players.includes(null),
    )
    if (own) return gamePath(own.id)
  }
  return createGame({ rules: rules.id })
}

/**
 * The path of a new game in which this player has both seats.
 * @param {Rules} rules
 */
export const playBoth = (rules) => createGame({ rules: rules.id, seat: 'both' })

/**
 * Creates a game; the path of its page.
 * @param {Wire.NewGame} game
 * @returns {Promise<string>}
 */
export async function createGame(game) {
  find(game.rules).then(prepareTable, () => {})
  return (await post('/api/games', game)).url
}

/**
 * Whether the player has a seat in the game.
 * @param {Item} game
 * @param {Person} player
 */
export const hasSeat = (game, player) =>
  game.players.some((seated) => seated?.id === player.id)

/**
 * Takes the free seat; false when it is taken (409) or the game is gone (404).
 * @param {Item} game
 */
async function join(game) {
  try {
    await post(`/api/games/${game.id}/join`)
    return true
  } catch (error) {
    if (error instanceof Refusal && [404, 409].includes(error.status))
      return false
    throw error
  }
}
