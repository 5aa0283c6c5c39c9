// Memory of the player's games against people on this device: whether there ever was one, and which ones run. Only then
// pages follow the lobby's socket.

import { settings } from '../core/settings.js'

const MET = 'met' // setting: `yes` once the player of this device has had a seat in a game with another person
const RUNNING = 'running' // setting: `id@ms id@ms`, the running games and when they were last seen
/** Setting: `due` once notifications are to be offered, `made` once they were. */
export const OFFER = 'notify-offer'
const NEWS_MS = 600_000 // after which the end of a game is no news

export const hasMetPeople = () => settings.get(MET) === 'yes'

/** Notes that the player is at a table. The end of an ended game is no news: the table shows it.
 * @param {Pick<State, 'game' | 'status' | 'seat' | 'players' | 'rated' | 'control' | 'over'>} state */
export function noteTable(state) {
  const { game, status, seat, players } = state
  if (game === null || seat === null || players.length < 2) return
  const [one, other] = players
  if (one?.id === other?.id || one?.bot !== undefined) return
  if (other?.bot !== undefined) return
  if (!hasMetPeople()) settings.set(MET, 'yes')
  if (status === 'ended') takeEnded(game)
  noteGame(state)
}

/** Notes a game of the player, whose offer is due then. A rated game counts once it has ended, one by days once it runs, since
 * its moves come while the player is elsewhere.
 * @param {Pick<State, 'status' | 'rated' | 'control' | 'over'>} state */
export function noteGame({ status, rated, control, over }) {
  const byDays = control?.days !== undefined && status === 'live'
  const wasRated = rated && status === 'ended' && over?.reason !== 'aborted'
  if ((byDays || wasRated) && settings.get(OFFER) === null) settings.set(OFFER, 'due')
}

/** Returns the games that ran recently. @param {number} now ms since the epoch @returns {string[]} */
export const runningGames = (now) =>
  [...kept()].filter(([, seen]) => now - seen < NEWS_MS).map(([game]) => game)

/** Stores the running games. Games that have ended stay until `takeEnded`.
 * @param {string[]} games @param {number} now */
export function keepRunning(games, now) {
  const known = kept()
  for (const game of games) known.set(game, now)
  write(known, now)
}

/** Takes the end of a game to announce it: true only for the first caller of all tabs. @param {string} game */
export function takeEnded(game) {
  const known = kept()
  const was = known.delete(game)
  if (was) write(known, 0)
  return was
}

/** @returns {Map<string, number>} */
const kept = () =>
  new Map(
    String(settings.get(RUNNING, ''))
      .split(' ')
      .filter(Boolean)
      .map((one) => {
        const [game = '', seen] = one.split('@')
        return [game, Number(seen)]
      }),
  )

/** @param {Map<string, number>} known @param {number} now */
function write(known, now) {
  const fresh = [...known].filter(([, seen]) => now - seen < NEWS_MS)
  const text = fresh.map(([game, seen]) => `${game}@${seen}`).join(' ')
  if (text !== settings.get(RUNNING, '')) settings.set(RUNNING, text)
}
