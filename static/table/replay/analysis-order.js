// Order in which the positions of a game are analysed: the shown one first, then its neighbours, some per request.

const MAX_POSITIONS = 5 // in one request
const MAX_ENTRIES = 20 // of the log, in one request

/** Returns the next positions to request, by the number of moves made, both included; null: all are known.
 * @param {readonly number[]} plies the ply of each position, by the number of moves made
 * @param {(made: number) => boolean} known @param {number} shown the shown position
 * @returns {{ first: number, last: number } | null} */
export function nextPage(plies, known, shown) {
  const start = nearest(plies.length, known, shown)
  if (start === null) return null
  if (start === shown) return { first: start, last: start }
  const step = start < shown ? -1 : 1
  let end = start
  while (
    Math.abs(end + step - start) < MAX_POSITIONS &&
    plies[end + step] !== undefined &&
    !known(end + step) &&
    Math.abs(plies[end + step] - plies[start]) < MAX_ENTRIES
  )
    end += step
  return { first: Math.min(start, end), last: Math.max(start, end) }
}

/** Returns the unknown position nearest to the shown one, the later of two at the same distance.
 * @param {number} count @param {(made: number) => boolean} known @param {number} shown */
function nearest(count, known, shown) {
  for (let distance = 0; distance < count; distance += 1)
    for (const made of [shown + distance, shown - distance])
      if (made >= 0 && made < count && !known(made)) return made
  return null
}
