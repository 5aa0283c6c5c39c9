// Par of a solitaire's deal and its best known score, for the result. If they cannot be loaded, they are left out.

import { get } from '../../core/http.js'

const TIMEOUT_MS = 60_000 // the first player who finishes a deal waits for a search of the lowest priority

/** Loads par and best known score of the deal of an ended game; null: there is none, or it cannot be loaded.
 * @param {Rules} rules @param {State} state @returns {Promise<Wire.Par | null>} */
export async function loadPar(rules, state) {
  if (!hasPar(rules, state)) return null
  const path = `/api/games/${encodeURIComponent(state.game ?? '')}/par`
  return get(path, { timeout: TIMEOUT_MS, shared: true }).catch(() => null)
}

/** Whether the server knows a par of the deal, or a best score. @param {Rules} rules @param {State} state */
const hasPar = ({ machine }, { game, seat, start, over }) =>
  machine?.par === true &&
  game !== null &&
  seat !== null &&
  start === null &&
  over?.reason !== 'aborted'
