// The lobby's socket, and "Play now": join somebody who waits, else open a table and wait there.

import { post, Refusal } from '../core/http.js'
import { solitaire } from '../core/games.js'

const SHORTEST = 500 // ms before the first new try
const LONGEST = 8000
const PATIENCE = 1500 // ms that "Play now" waits for the first lists

/** Keeps the lists of /ws/lobby fresh: `show({open, live, mine})` with every frame, `link(up)` when the
 * connection comes or goes. Answers {lists(), leave()}; `lists()` waits a moment for the first frame of this
 * connection, and without one nobody is known to wait. */
export function watch(show, link) {
  let socket = null
  let timer = null
  let wait = SHORTEST
  let lists = { open: [], live: [], mine: [] }
  let arrived = () => {}
  let first = new Promise((resolve) => (arrived = resolve))

  const connect = () => {
    timer = null
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/lobby`)
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data)
      if (frame.t !== 'lobby') return
      wait = SHORTEST
      lists = frame
      arrived()
      link(true)
      show(lists)
    }
    socket.onclose = () => {
      link(false)
      lists = { ...lists, open: [] } // their owners may have left meanwhile
      first = new Promise((resolve) => (arrived = resolve))
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2))
      wait = Math.min(wait * 2, LONGEST)
    }
  }
  const atOnce = () => {
    if (timer === null || document.hidden) return
    clearTimeout(timer)
    connect()
  }
  addEventListener('online', atOnce)
  document.addEventListener('visibilitychange', atOnce)
  connect()

  return {
    lists: async () => {
      await Promise.race([
        first,
        new Promise((resolve) => setTimeout(resolve, PATIENCE)),
      ])
      return lists
    },
    leave: () => {
      removeEventListener('online', atOnce)
      document.removeEventListener('visibilitychange', atOnce)
      socket.onclose = socket.onmessage = null
      socket.close()
      clearTimeout(timer)
    },
  }
}

/** The path of a game of these rules: a solitaire begins; for two, the table of somebody who waits, else the
 * one at which this player waits already, else a new one. */
export async function playNow(rules, lists, me) {
  if (!solitaire(rules)) {
    const { open, mine } = await lists()
    const waiting = open.filter(
      (game) => game.rules === rules.id && !seated(game, me),
    )
    for (const game of waiting) if (await taken(game)) return `/g/${game.id}`
    const own = mine.find(
      (game) =>
        game.rules === rules.id &&
        game.ply === 0 &&
        game.players.includes(null),
    )
    if (own) return `/g/${own.id}`
  }
  return (await post('/api/games', { rules: rules.id })).url
}

/** A table at which both seats are this player's. */
export const playBoth = async (rules) =>
  (await post('/api/games', { rules: rules.id, seat: 'both' })).url

export const seated = (game, me) =>
  game.players.some((player) => player?.id === me.id)

// Whether we have a seat now; false when somebody was faster or the game is gone.
async function taken(game) {
  try {
    await post(`/api/games/${game.id}/join`)
    return true
  } catch (error) {
    if (
      error instanceof Refusal &&
      (error.status === 409 || error.status === 404)
    )
      return false
    throw error
  }
}
