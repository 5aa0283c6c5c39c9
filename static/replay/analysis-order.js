// In which order the positions of a game are valued: the one that is shown first, then those around it, some at a time.

const PAGE = 5 // positions in one request, at most
const MOST_ENTRIES = 20 // of the log in one request, at most

/** The next positions to ask for, by the number of moves made, both included; null: all are known.
 * @param {readonly number[]} plies the ply of each position, by the number of moves made
 * @param {(made: number) => boolean} known @param {number} shown the position that the reader looks at
 * @returns {{ first: number, last: number } | null} */
export function nextPage(plies, known, shown) {
  const start = nearest(plies.length, known, shown)
  if (start === null) return null
  if (start === shown) return { first: start, last: start }
  const step = start < shown ? -1 : 1
  let end = start
  while (
    Math.abs(end + step - start) < PAGE &&
    plies[end + step] !== undefined &&
    !known(end + step) &&
    Math.abs(plies[end + step] - plies[start]) < MOST_ENTRIES
  )
    end += step
  return { first: Math.min(start, end), last: Math.max(start, end) }
}

/** The position next to the one shown that is not known; of two as near, the later one.
 * @param {number} count @param {(made: number) => boolean} known @param {number} shown */
function nearest(count, known, shown) {
  for (let distance = 0; distance < count; distance += 1)
    for (const made of [shown + distance, shown - distance])
      if (made >= 0 && made < count && !known(made)) return made
  return null
}
