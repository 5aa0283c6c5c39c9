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

/** The state with the presence of its players and the number of spectators.
 * @param {State} state @param {Presence} frame @returns {State} */
export function applyPresence(state, { players, watchers }) {
  return {
    ...state,
    players: state.players.map(
      (player, seat) => player && { ...player, online: players[seat] },
    ),
    watchers,
  }
}
