// What frames change in the state before them: a `step` is one move, a `presence` who is there.

/** The state after a step; null: the step follows another state, and a whole one must be asked for. What a step leaves
 * out is as before; its told form is the one that the list gains.
 * @param {State} state @param {Step} step @returns {State | null} */
export function applyStep(state, { t: _, told, ...changed }) {
  if (changed.ply !== state.ply + 1) return null
  return {
    ...state,
    ...changed,
    told: told === undefined ? state.told : [...state.told, told],
  }
}

/** The state with the presence of its players and of those who watch.
 * @param {State} state @param {Presence} frame @returns {State} */
export function applyPresence(state, { players, watchers, away, names }) {
  return {
    ...state,
    players: state.players.map(
      (player, seat) =>
        player && withPresence(player, players[seat] ?? false, away?.[seat]),
    ),
    watchers,
    watching: names ?? state.watching,
  }
}

/** `away` is there only while the player is gone.
 * @param {Person} player @param {boolean} online @param {number | null} [away] @returns {Person} */
function withPresence({ away: _, ...player }, online, away) {
  const gone = typeof away === 'number' ? { away } : {}
  return { ...player, online, ...gone }
}
