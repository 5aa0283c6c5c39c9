// The lobby's socket: the lists of /ws/lobby, whole with every frame, and what has moved on the boards in them.

import { ReconnectingSocket } from './socket.js'

const FIRST_FRAME = 1500 // ms to wait for the first lists, at most

/** @typedef {Pick<Lobby, 'open' | 'live' | 'mine' | 'online'>} Lists */
/** @typedef {[id: string, ply: number, turn: number | null, position: string | null]} BoardChange */

/**
 * @typedef {object} LobbyFeed
 * @property {() => Promise<Lists>} lists the newest lists; waits a moment for the first frame of this connection;
 *   without one they are empty
 * @property {() => void} leave closes the socket
 */

/**
 * Connects to the lobby.
 * @param {(lists: Lists) => void} show called with every frame
 * @param {(up: boolean) => void} link called when the connection is up, lost or stalled
 * @param {(changes: BoardChange[]) => void} boards called when positions of games in the lists have changed
 * @returns {LobbyFeed}
 */
export function openLobbyFeed(
  show = () => {},
  link = () => {},
  boards = () => {},
) {
  /** @type {Lists} */
  let lists = { open: [], live: [], mine: [], online: 0 }
  /** @type {PromiseWithResolvers<void>} */
  let first = Promise.withResolvers()
  const socket = new ReconnectingSocket('/ws/lobby', 'lobby', {
    onframe(frame) {
      if (frame.t === 'boards') boards(frame.items)
      if (frame.t !== 'lobby') return
      lists = frame
      first.resolve()
      show(lists)
    },
    onconn(conn) {
      link(conn === 'ok')
      if (conn === 'ok') return
      lists = { ...lists, open: [] } // their owners may have left meanwhile
      first = Promise.withResolvers()
    },
  })
  return {
    lists: async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_FRAME))
      await Promise.race([first.promise, timeout])
      return lists
    },
    leave: () => socket.close(),
  }
}
