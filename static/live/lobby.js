// Lobby: the lists of /ws/lobby as signals, first whole and then as differences, and the moves on their boards. A tab has at
// most one such socket; it carries only the player's own games unless somebody follows the other lists too. While the tab is
// hidden the server sends nothing of those.

import { serverNow } from '../core/server-time.js'
import { ReconnectingSocket } from '../core/socket.js'
import { signal } from '../vendor/preact.js'
import { applyBoards, applyDifference } from './lobby-changes.js'

const WHOLE = '/ws/lobby?diff=1'
const OWN = '/ws/lobby?mine=1'

/** @typedef {Pick<Lobby, 'open' | 'live' | 'mine' | 'online' | 'rematches'>} Lists */
/** @typedef {[id: string, ply: number, turn: number | null, position: string | null, moves: number]} BoardChange */

/** The newest lists; null before the first frame and while nobody follows them. */
export const lists = signal(/** @type {Lists | null} */ (null))
/** Whether the link is lost or stalled, so that the lists may be out of date. */
export const stalled = signal(false)

/** @type {Set<{ whole: boolean }>} */
const followers = new Set()
/** @type {{ path: string, socket: ReconnectingSocket } | null} */
let link = null
/** Resolved by the first frame of the connection. @type {PromiseWithResolvers<void> | undefined} */
let first

/** Follows all lists; returns the function that ends it. */
export const followLobby = () => follow({ whole: true })

/** Follows only the player's own games; returns the function that ends it. */
export const followOwnGames = () => follow({ whole: false })

/** Waits for the first frame of this connection. @param {number} ms at most */
export const firstLists = (ms) =>
  Promise.race([first?.promise, new Promise((resolve) => setTimeout(resolve, ms))])

/** @param {{ whole: boolean }} follower */
function follow(follower) {
  followers.add(follower)
  connect()
  return () => {
    followers.delete(follower)
    connect()
  }
}

/** Replaces the socket by the one that the followers need. The lists of others are emptied: their players may have left
 * until the next frame. */
function connect() {
  const whole = [...followers].some((follower) => follower.whole)
  const path = whole ? WHOLE : OWN
  if (followers.size ? path === link?.path : !link) return
  link?.socket.close()
  document.removeEventListener('visibilitychange', noteVisible)
  first = Promise.withResolvers()
  stalled.value = false
  const known = lists.peek()
  lists.value = followers.size && known ? { ...known, open: [] } : null
  link = followers.size ? { path, socket: openSocket(path) } : null
  if (link && whole) document.addEventListener('visibilitychange', noteVisible)
}

const noteVisible = () => link && tellVisible(link.socket)

/** @param {string} path */
function openSocket(path) {
  const socket = new ReconnectingSocket(path, 'lobby', {
    onframe(frame) {
      const known = lists.peek()
      if (frame.t === 'lobby') lists.value = frame
      else if (!known) return
      else if (frame.t === 'lobby_diff') lists.value = applyDifference(known, frame)
      else if (frame.t === 'boards') lists.value = applyBoards(known, frame.items, serverNow())
      first?.resolve()
    },
    onconn(conn) {
      stalled.value = conn !== 'ok'
      if (conn === 'ok' && path === WHOLE && document.hidden) tellVisible(socket)
    },
  })
  return socket
}

/** Tells the server whether the tab is visible; when it becomes visible the server sends whole lists.
 * @param {ReconnectingSocket} socket */
const tellVisible = (socket) => socket.send({ t: 'visible', yes: !document.hidden })
