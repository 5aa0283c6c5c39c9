// Application of the frames `lobby_diff` and `boards` to the lists of the lobby. Only the first live games of the list have
// a board; the server does not report that a game loses its board behind them.

/** @typedef {import('./lobby.js').Lists} Lists */
/** @typedef {import('./lobby.js').BoardChange} BoardChange */

const LIVE_BOARDS = 8 // live games with boards
const NO_BOARD = {
  ply: null,
  turn: null,
  moved: null,
  position: null,
  deal: null,
}

/** The games that wait for the player stand among the others: the page knows who that is and puts them first.
 * @param {Lists} lists @param {Wire.LobbyDiff} change @returns {Lists} */
export function applyDifference(lists, change) {
  const others = changed([...lists.open, ...lists.live], change)
  others.sort(newestFirst)
  const live = others.filter((game) => !isOpen(game))
  const mine = changed(lists.mine, change.mine ?? {})
  if (change.mine)
    mine.sort((one, two) => (two.moved ?? 0) - (one.moved ?? 0) || newestFirst(one, two))
  return {
    open: others.filter(isOpen),
    live: live.map((game, place) => (place < LIVE_BOARDS ? game : withoutBoard(game))),
    mine,
    online: change.online ?? lists.online,
    rematches: change.rematches ?? lists.rematches ?? [],
  }
}

/** @param {Lists} lists @param {BoardChange[]} changes @param {number} now ms since the epoch @returns {Lists} */
export function applyBoards(lists, changes, now) {
  const news = new Map(changes.map((change) => [change[0], change]))
  const moved = (/** @type {Item} */ game) => {
    const change = news.get(game.id)
    if (!change || game.ply === null) return game
    const [, ply, turn, position, moves] = change
    return { ...game, ply, turn, position, moves, moved: now }
  }
  return { ...lists, live: lists.live.map(moved), mine: lists.mine.map(moved) }
}

/** @param {Item[]} games @param {Wire.Changes} changes */
function changed(games, { set = {}, gone = [] }) {
  const known = new Map(games.map((game) => [game.id, game]))
  for (const id of gone) known.delete(id)
  for (const [id, game] of Object.entries(set)) known.set(id, wholeItem(id, game))
  return [...known.values()]
}

/** Completes an item with the fields left out because they are null. @param {string} id @param {Wire.ChangedItem} game @returns {Item} */
const wholeItem = (id, game) => ({
  ...NO_BOARD,
  ...{ control: null, daily: null, to: null },
  ...{ id, ...game },
})

/** @param {Item} game */
const isOpen = ({ players }) => players.includes(null)

/** @param {Item} one @param {Item} two */
const newestFirst = (one, two) => two.created - one.created || (two.id > one.id ? 1 : -1)

/** @param {Item} game @returns {Item} */
const withoutBoard = ({ moves, ...game }) => ({ ...game, ...NO_BOARD })
