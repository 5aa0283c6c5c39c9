// How the cards of one row lie: fanned to the right, the last one in full. Rows of up to FEW cards have the same strips,
// so that a row keeps still while it grows; a longer one is squeezed by itself. Where strips of MIN do not fit, the longest
// runs fold to their ends, and a row that is opened goes on in further lines. Only where that is not enough either, as in a
// small window at 200 %, are strips narrower, down to TIGHT: no row lies over what stands beside it.

export const MIN = 18 // px of each card that stays in view
export const TIGHT = 10 // px where there is no room for more
const FOLD = 26 // px of a fold: the strip that is tapped to open it
const WIDEST = 0.9 // of a card's width: the widest strip
const FEW = 7 // cards
const RUN = 4 // cards; shorter runs do not fold
const LINE = 0.68 // of a card's height: from one line of an opened row to the next

/** @typedef {{x: number, width: number, from: number, to: number}} Fold from, to: the first and last folded card
 * @typedef {{spots: Point[], folds: Fold[]}} Fan */

/** Where `count` cards of `width` x `height` px lie in `available` px. `open`: in further lines instead of folds.
 * @param {{count: number, width: number, height: number, available: number, runs: Run[], open: boolean}} row
 * @returns {Fan} */
export function fan({ count, width, height, available, runs, open }) {
  const room = available - width
  const usual = Math.max(MIN, Math.min(width * WIDEST, room / (FEW - 1)))
  const even = Math.min(room / Math.max(count - 1, 1), usual)
  if (even >= MIN || count < 2)
    return { spots: along(count, Math.max(even, MIN)), folds: [] }
  if (open) return { spots: lines(count, width, height, available), folds: [] }
  return folded(count, room, usual, longest(runs))
}
/** @param {number} count @param {number} step @returns {Point[]} */
const along = (count, step) =>
  Array.from({ length: count }, (_, place) => [place * step, 0])

/** @param {number} count @param {number} width @param {number} height @param {number} available @returns {Point[]} */
function lines(count, width, height, available) {
  const columns = Math.max(1, Math.floor((available - width) / MIN) + 1)
  const step = (available - width) / Math.max(columns - 1, 1)
  return Array.from({ length: count }, (_, place) => [
    (place % columns) * step,
    Math.floor(place / columns) * height * LINE,
  ])
}

/** @param {Run[]} runs */
const longest = (runs) =>
  runs
    .filter(([first, last]) => last - first + 1 >= RUN)
    .sort(([a, b], [c, d]) => d - c - (b - a))

/** Folds as little as is needed, in one run after the other, until what is left has strips of at least MIN.
 * @param {number} count @param {number} available @param {number} usual @param {Run[]} runs @returns {Fan} */
function folded(count, available, usual, runs) {
  /** @type {Map<number, [from: number, to: number]>} by card, the fold in which it lies */
  const hidden = new Map()
  let strips = count - 1
  let left = available
  for (const run of runs) {
    if (left / strips >= MIN) break
    const room = left - FOLD
    const end = Math.min(run[1], run[0] + 1 + Math.ceil(strips - room / MIN))
    const rest = strips - (end - run[0] - 1)
    if (room / rest <= left / strips) continue // the fold is wider than what it hides
    for (let place = run[0] + 1; place < end; place += 1)
      hidden.set(place, [run[0] + 1, end - 1])
    left = room
    strips = rest
  }
  const step = Math.max(Math.min(left / Math.max(strips, 1), usual), TIGHT)
  /** @type {Fan} */
  const { spots, folds } = { spots: [], folds: [] }
  let x = 0
  for (let place = 0; place < count; place += 1) {
    const fold = hidden.get(place)
    if (fold?.[0] === place)
      folds.push({ x, width: FOLD, from: fold[0], to: fold[1] })
    spots.push([x, 0])
    x += fold ? FOLD / (fold[1] - fold[0] + 1) : step
  }
  return { spots, folds }
}
