// Chains of a game: compulsory moves in a row, found by the board's `forced` for each move.

export const MIN_CHAIN_MOVES = 3 // of a chain that can be replayed

/** `first`: the index of its first move.
 * @typedef {{ first: number, count: number }} Chain */

/** Returns the chains of a game.
 * @param {readonly (boolean | undefined)[]} forced whether each move was compulsory; undefined: not known
 * @param {number} [links] the minimal number of moves @returns {Chain[]} */
export function chainsOf(forced, links = MIN_CHAIN_MOVES) {
  /** @type {Chain[]} */
  const chains = []
  let count = 0
  for (const [index, is] of [...forced, false].entries()) {
    if (is) count += 1
    else {
      if (count >= links) chains.push({ first: index - count, count })
      count = 0
    }
  }
  return chains
}

/** Returns the longest chain, the last one of equal length; null: there is none.
 * @param {readonly (boolean | undefined)[]} forced @returns {Chain | null} */
export const longestChain = (forced) =>
  chainsOf(forced).reduce(
    (/** @type {Chain | null} */ longest, chain) =>
      longest && longest.count > chain.count ? longest : chain,
    null,
  )

/** Returns the chain that ended with the last of `made` moves, or with the one before; null: there is none, or it goes on.
 * @param {readonly (boolean | undefined)[]} forced with an entry for the next move if it is known
 * @param {number} made @returns {Chain | null} */
export function chainJustEnded(forced, made) {
  if (forced[made] !== false) return null
  const last = chainsOf(forced.slice(0, made)).at(-1)
  return last && last.first + last.count >= made - 1 ? last : null
}

/** Returns the chain whose first move follows a ply of the log; null: there is none.
 * @param {readonly boolean[]} forced @param {number[]} plies the ply after each move @param {number} ply */
export const chainAt = (forced, plies, ply) =>
  chainsOf(forced).find(({ first }) => (plies[first - 1] ?? 0) <= ply && ply < plies[first]) ?? null

/** Whether chains of a game may be replayed: not while a clock counts seconds, when the board must stay still.
 * @param {Pick<State, 'status' | 'control'>} state */
export const showsChains = ({ status, control }) =>
  status === 'ended' || control === null || Boolean(control.days)
