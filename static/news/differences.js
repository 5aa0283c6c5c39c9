// Application of the frames `lobby_diff` and `boards` to the lists of the lobby. Only the first live games of the list have
// a board; the server does not report that a game loses its board behind them.

/** @typedef {import('./feed.js').Lists} Lists */
/** @typedef {import('./feed.js').BoardChange} BoardChange */

const LIVE_BOARDS = 8 // live games with boards
const NO_BOARD = {
  ply: null,
  turn: null,
  moved: null,
  position: null,
  deal: null,
}

/** @param {Lists} lists @param {Wire.LobbyDiff} change @returns {Lists} */
export const applyDifference = (lists, change) => ({
  open: changeList(lists.open, change.open),
  live: changeList(lists.live, change.live).map((game, place) =>
    place < LIVE_BOARDS ? game : withoutBoard(game),
  ),
  mine: changeList(lists.mine, change.mine),
  online: change.online ?? lists.online,
  rematches: change.rematches ?? lists.rematches ?? [],
})

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

/** @param {Item[]} list @param {Wire.ListChange | undefined} change */
function changeList(list, change) {
  if (!change) return list
  const removed = new Set(change.gone)
  for (const [, { id }] of change.items) removed.add(id)
  const next = list.filter(({ id }) => !removed.has(id))
  for (const [place, game] of change.items)
    next.splice(place, 0, wholeItem(game))
  return next
}

/** Completes an item with the fields left out because they are null. @param {Wire.ChangedItem} game @returns {Item} */
const wholeItem = (game) => ({
  ...NO_BOARD,
  ...{ control: null, daily: null },
  ...game,
  players: game.players.map((person) => person && wholePerson(person)),
  to: game.to ? wholePerson(game.to) : null,
})

/** @param {Person} person */
const wholePerson = (person) => ({ rating: null, ...person })

/** @param {Item} game @returns {Item} */
const withoutBoard = ({ moves, ...game }) => ({ ...game, ...NO_BOARD })
