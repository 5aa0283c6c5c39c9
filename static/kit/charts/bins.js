// Bins of a histogram: ranges of points, equally wide, with a round width.

/** Games from which on a chart is drawn; a chart of fewer says nothing. */
export const MIN_CHART_GAMES = 5

const MAX_BINS = 12
const WIDTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000]

/** @typedef {{ from: number, to: number }} Bin points, both ends within */

/** Returns bins from `low` to `high`, both whole numbers, as narrow as MAX_BINS of them allow. The first begins at a
 * multiple of their width; the last ends at `high`.
 * @param {number} low @param {number} high @returns {Bin[]} */
export function bins(low, high) {
  const fits = (/** @type {number} */ width) =>
    Math.floor(high / width) - Math.floor(low / width) < MAX_BINS
  const width = WIDTHS.find(fits) ?? WIDTHS[WIDTHS.length - 1]
  const start = Math.floor(low / width) * width
  const count = Math.floor((high - start) / width) + 1
  return Array.from({ length: count }, (_, index) => ({
    from: start + index * width,
    to: Math.min(start + (index + 1) * width - 1, high),
  }))
}

/** Whether a bin contains these points. @param {Bin} bin @param {number} points */
export const holds = ({ from, to }, points) => from <= points && points <= to

/** Returns the number of games, in a bin or in all.
 * @param {[points: number, games: number][]} pairs @param {Bin | null} bin */
export const gamesIn = (pairs, bin = null) =>
  pairs
    .filter(([points]) => bin === null || holds(bin, points))
    .reduce((sum, [, games]) => sum + games, 0)
