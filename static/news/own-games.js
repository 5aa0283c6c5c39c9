// What this device remembers of the player's games against people: whether there ever was one, and which ones run. Then
// pages follow the lobby's socket; a visitor who has met nobody opens none.

import { settings } from '../core/settings.js'

const MET = 'met' // the setting: `yes` once the player of this device has had a seat at a game with another person
const RUNNING = 'running' // the setting: `id@ms id@ms`, the games that ran when they were last seen, and when that was
const FRESH = 600_000 // ms after which the end of a game is no news

export const hasMetPeople = () => settings.get(MET) === 'yes'

/** The player is at a table. An ended game is no news any more: its table tells the end.
 * @param {Pick<State, 'game' | 'status' | 'seat' | 'players'>} state */
export function noteTable({ game, status, seat, players }) {
  if (game === null || seat === null || players.length < 2) return
  const [one, other] = players
  if (one?.id === other?.id || one?.bot !== undefined) return
  if (other?.bot !== undefined) return
  if (!hasMetPeople()) settings.set(MET, 'yes')
  if (status === 'ended') takeEnded(game)
}

/** The games that ran a short while ago. @param {number} now ms since the epoch @returns {string[]} */
export const runningGames = (now) =>
  [...kept()].filter(([, seen]) => now - seen < FRESH).map(([game]) => game)

/** These games run now. Those that ran and have ended stay until `takeEnded`.
 * @param {string[]} games @param {number} now */
export function keepRunning(games, now) {
  const known = kept()
  for (const game of games) known.set(game, now)
  write(known, now)
}

/** The end of a game is told: true to the first who asks, of all tabs. @param {string} game */
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
  const fresh = [...known].filter(([, seen]) => now - seen < FRESH)
  const text = fresh.map(([game, seen]) => `${game}@${seen}`).join(' ')
  if (text !== settings.get(RUNNING, '')) settings.set(RUNNING, text)
}
