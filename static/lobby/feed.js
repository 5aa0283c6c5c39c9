// The lobby's socket: the lists of /ws/lobby, whole with every frame, and reconnecting with back-off.

const SHORTEST = 500 // ms before the first retry
const LONGEST = 8000
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
 * @param {(up: boolean) => void} link called when the connection is up or lost
 * @param {(changes: BoardChange[]) => void} boards called when positions of games in the lists have changed
 * @returns {LobbyFeed}
 */
export function openLobbyFeed(
  show = () => {},
  link = () => {},
  boards = () => {},
) {
  /** @type {WebSocket} */
  let socket
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null
  let wait = SHORTEST
  /** @type {Lists} */
  let lists = { open: [], live: [], mine: [], online: 0 }
  /** @type {PromiseWithResolvers<void>} */
  let first = Promise.withResolvers()

  const connect = () => {
    timer = null
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/lobby`)
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      if (frame.t === 'boards') boards(frame.items)
      if (frame.t !== 'lobby') return
      wait = SHORTEST
      lists = frame
      first.resolve()
      link(true)
      show(lists)
    }
    socket.onclose = () => {
      link(false)
      lists = { ...lists, open: [] } // their owners may have left meanwhile
      first = Promise.withResolvers()
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2))
      wait = Math.min(wait * 2, LONGEST)
    }
  }
  const retryNow = () => {
    if (timer === null || document.hidden) return
    clearTimeout(timer)
    connect()
  }
  addEventListener('online', retryNow)
  document.addEventListener('visibilitychange', retryNow)
  connect()

  return {
    lists: async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_FRAME))
      await Promise.race([first.promise, timeout])
      return lists
    },
    leave: () => {
      removeEventListener('online', retryNow)
      document.removeEventListener('visibilitychange', retryNow)
      socket.onclose = null
      socket.onmessage = null
      socket.close()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
