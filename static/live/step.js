// Frames applied to a state: a `step` adds one move, a `presence` updates who is there.

/** Returns the state after a step; null: the step follows another state, and the whole one must be requested. Fields that a
 * step omits are unchanged; its notation is appended to the list.
 * @param {State} state @param {Step} step @returns {State | null} */
export function applyStep(state, { t: _, told, ...changed }) {
  if (changed.ply !== state.ply + 1) return null
  return {
    ...state,
    ...changed,
    told: [...state.told, told],
  }
}

/** Returns the state with the presence of players and spectators.
 * @param {State} state @param {Presence} frame @returns {State} */
export function applyPresence(state, { players, watchers, away, names }) {
  return {
    ...state,
    players: state.players.map(
      (player, seat) => player && withPresence(player, players[seat] ?? false, away?.[seat]),
    ),
    watchers,
    watching: names ?? state.watching,
  }
}

/** Returns a player with their presence; `away` is set only during an absence.
 * @param {Person} player @param {boolean} online @param {number | null} [away] @returns {Person} */
function withPresence({ away: _, ...player }, online, away) {
  const gone = typeof away === 'number' ? { away } : {}
  return { ...player, online, ...gone }
}
