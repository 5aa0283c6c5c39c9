// Lobby socket: the lists of /ws/lobby, first whole and then as differences, and the moves on their boards. A tab has at most
// one such socket; it carries only the player's own games unless a page shows the other lists too. While the tab is hidden
// the server sends nothing of those.

import { ReconnectingSocket } from '../core/socket.js'
import { applyBoards, applyDifference } from './differences.js'

const FIRST_FRAME_MS = 1500 // at most, to wait for the first lists
const WHOLE = '/ws/lobby?diff=1'
const OWN = '/ws/lobby?mine=1'

/** @typedef {Pick<Lobby, 'open' | 'live' | 'mine' | 'online' | 'rematches'>} Lists */
/** @typedef {[id: string, ply: number, turn: number | null, position: string | null, moves: number]} BoardChange */

/**
 * @typedef {object} LobbyFeed
 * @property {() => Promise<Lists>} lists returns the newest lists; waits a moment for the first frame of this
 *   connection; without one they are empty
 * @property {() => void} leave ends it; the last one closes the socket
 */

/** @typedef {object} Reader
 * @property {boolean} whole whether it needs the lists of all games
 * @property {(lists: Lists) => void} show
 * @property {(up: boolean) => void} link
 * @property {(changes: BoardChange[]) => void} boards */

/** @type {Lists} */
const EMPTY_LISTS = { open: [], live: [], mine: [], online: 0 }

/** @type {Set<Reader>} */
const readers = new Set()
/** @type {{ path: string, socket: ReconnectingSocket } | null} */
let link = null
let lists = EMPTY_LISTS
let up = false
/** @type {PromiseWithResolvers<void> | undefined} */
let first

/**
 * Connects to the lobby.
 * @param {(lists: Lists) => void} show called with every frame
 * @param {(up: boolean) => void} link called when the connection is up, lost or stalled
 * @param {(changes: BoardChange[]) => void} boards called when positions of games in the lists have changed
 * @returns {LobbyFeed}
 */
export const openLobbyFeed = (
  show = () => {},
  link = () => {},
  boards = () => {},
) => read({ whole: true, show, link, boards })

/**
 * Follows only the player's own games.
 * @param {(lists: Lists) => void} show
 * @param {(changes: BoardChange[]) => void} boards
 */
export const openOwnGamesFeed = (show, boards = () => {}) =>
  read({ whole: false, show, link: () => {}, boards })

/** @param {Reader} reader @returns {LobbyFeed} */
function read(reader) {
  readers.add(reader)
  const connected = link?.path
  connect()
  if (up && link?.path === connected)
    queueMicrotask(() => readers.has(reader) && up && tell(reader))
  return {
    lists: async () => {
      const timeout = new Promise((resolve) =>
        setTimeout(resolve, FIRST_FRAME_MS),
      )
      await Promise.race([first?.promise, timeout])
      return lists
    },
    leave() {
      readers.delete(reader)
      connect()
    },
  }
}

/** @param {Reader} reader */
function tell(reader) {
  reader.link(true)
  reader.show(lists)
}

/** Replaces the socket by the one that the readers need. */
function connect() {
  const whole = [...readers].some((reader) => reader.whole)
  const wanted = whole ? WHOLE : OWN
  const path = readers.size ? wanted : ''
  if (path === (link?.path ?? '')) return
  link?.socket.close()
  link = null
  document.removeEventListener('visibilitychange', noteVisible)
  lose()
  if (path) link = { path, socket: openSocket(path) }
  if (path === WHOLE) document.addEventListener('visibilitychange', noteVisible)
}

const noteVisible = () => link && tellVisible(link.socket)

/** Empties the lists of others when the link is lost: their players may have left meanwhile. */
function lose() {
  up = false
  lists = { ...lists, open: [] }
  first = Promise.withResolvers()
}

/** @param {string} path */
function openSocket(path) {
  const socket = new ReconnectingSocket(path, 'lobby', {
    onframe(frame) {
      if (frame.t === 'boards') {
        lists = applyBoards(lists, frame.items, Date.now())
        for (const reader of readers) reader.boards(frame.items)
      }
      if (frame.t === 'lobby') lists = frame
      else if (frame.t === 'lobby_diff') lists = applyDifference(lists, frame)
      else return
      up = true
      first?.resolve()
      for (const reader of readers) reader.show(lists)
    },
    onconn(conn) {
      for (const reader of readers) reader.link(conn === 'ok')
      if (conn !== 'ok') lose()
      else if (path === WHOLE && document.hidden) tellVisible(socket)
    },
  })
  return socket
}

/** Tells the server whether the tab is visible; when it becomes visible the server sends whole lists. @param {ReconnectingSocket} socket */
const tellVisible = (socket) =>
  socket.send({ t: 'visible', yes: !document.hidden })
