// The chains of a game: compulsory moves one after the other, by the board's `forced` at each of them.

export const LINKS = 3 // of a chain that is shown again

/** `first`: the index of its first move.
 * @typedef {{ first: number, count: number }} Chain */

/** @param {readonly (boolean | undefined)[]} forced whether each move was compulsory; undefined: not known
 * @param {number} [links] the fewest moves of a chain @returns {Chain[]} */
export function chainsOf(forced, links = LINKS) {
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

/** The longest chain, of equal ones the last; null: there is none.
 * @param {readonly (boolean | undefined)[]} forced @returns {Chain | null} */
export const longestChain = (forced) =>
  chainsOf(forced).reduce(
    (/** @type {Chain | null} */ longest, chain) =>
      longest && longest.count > chain.count ? longest : chain,
    null,
  )

/** The chain that ended with the last of `made` moves, or with the one before it; null: there is none, or it goes on.
 * @param {readonly (boolean | undefined)[]} forced with an entry for the next move, where that is known
 * @param {number} made @returns {Chain | null} */
export function chainJustEnded(forced, made) {
  if (forced[made] !== false) return null
  const last = chainsOf(forced.slice(0, made)).at(-1)
  return last && last.first + last.count >= made - 1 ? last : null
}

/** The chain before whose first move a ply of the log stands; null: there is none.
 * @param {readonly boolean[]} forced @param {number[]} plies for each move the ply after it @param {number} ply */
export const chainAt = (forced, plies, ply) =>
  chainsOf(forced).find(
    ({ first }) => (plies[first - 1] ?? 0) <= ply && ply < plies[first],
  ) ?? null

/** Whether chains of a game may be played again: nothing moves while a clock runs by seconds.
 * @param {Pick<State, 'status' | 'control'>} state */
export const showsChains = ({ status, control }) =>
  status === 'ended' || control === null || Boolean(control.days)
