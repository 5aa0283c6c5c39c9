// Layout of one row of cards: fanned to the right, the last card in full. Rows of up to MAX_EQUAL_CARDS cards have equal strips, so
// that a growing row does not move; a longer row is squeezed on its own. Where strips of MIN_STRIP do not fit, the longest
// runs fold to their ends, and an opened row continues in further lines. If even that does not fit, as in a small window
// at 200 %, strips shrink down to TIGHT_STRIP, so that no row covers its neighbour.

export const MIN_STRIP = 18 // px of each card that stay visible
export const TIGHT_STRIP = 10 // px, where MIN_STRIP does not fit
const FOLD_WIDTH = 26 // px, width of a fold: the strip to tap
const MAX_STRIP = 0.9 // of a card's width
const MAX_EQUAL_CARDS = 7 // cards in a row
const MIN_RUN = 4 // cards; shorter runs never fold
const LINE_STEP = 0.68 // of a card's height, between the lines of an opened row

/** @typedef {{x: number, width: number, from: number, to: number}} Fold from, to: the first and last folded card
 * @typedef {{spots: Point[], folds: Fold[]}} Fan */

/** Lays `count` cards of `width` x `height` px in `available` px. `open`: in further lines instead of folds.
 * @param {{count: number, width: number, height: number, available: number, runs: Run[], open: boolean}} row
 * @returns {Fan} */
export function fan({ count, width, height, available, runs, open }) {
  const room = available - width
  const usual = Math.max(MIN_STRIP, Math.min(width * MAX_STRIP, room / (MAX_EQUAL_CARDS - 1)))
  const even = Math.min(room / Math.max(count - 1, 1), usual)
  if (even >= MIN_STRIP || count < 2)
    return { spots: along(count, Math.max(even, MIN_STRIP)), folds: [] }
  if (open) return { spots: lines(count, width, height, available), folds: [] }
  return folded(count, room, usual, longest(runs))
}
/** @param {number} count @param {number} step @returns {Point[]} */
const along = (count, step) => Array.from({ length: count }, (_, place) => [place * step, 0])

/** @param {number} count @param {number} width @param {number} height @param {number} available @returns {Point[]} */
function lines(count, width, height, available) {
  const columns = Math.max(1, Math.floor((available - width) / MIN_STRIP) + 1)
  const step = (available - width) / Math.max(columns - 1, 1)
  return Array.from({ length: count }, (_, place) => [
    (place % columns) * step,
    Math.floor(place / columns) * height * LINE_STEP,
  ])
}

/** @param {Run[]} runs */
const longest = (runs) =>
  runs
    .filter(([first, last]) => last - first + 1 >= MIN_RUN)
    .sort(([a, b], [c, d]) => d - c - (b - a))

/** Folds runs one by one, no more than needed, until the remaining strips have at least MIN_STRIP px.
 * @param {number} count @param {number} available @param {number} usual @param {Run[]} runs @returns {Fan} */
function folded(count, available, usual, runs) {
  /** @type {Map<number, [from: number, to: number]>} by card, the fold in which it lies */
  const hidden = new Map()
  let strips = count - 1
  let left = available
  for (const run of runs) {
    if (left / strips >= MIN_STRIP) break
    const room = left - FOLD_WIDTH
    const end = Math.min(run[1], run[0] + 1 + Math.ceil(strips - room / MIN_STRIP))
    const rest = strips - (end - run[0] - 1)
    if (room / rest <= left / strips) continue // the fold is wider than the cards that it hides
    for (let place = run[0] + 1; place < end; place += 1) hidden.set(place, [run[0] + 1, end - 1])
    left = room
    strips = rest
  }
  const step = Math.max(Math.min(left / Math.max(strips, 1), usual), TIGHT_STRIP)
  /** @type {Fan} */
  const { spots, folds } = { spots: [], folds: [] }
  let x = 0
  for (let place = 0; place < count; place += 1) {
    const fold = hidden.get(place)
    if (fold?.[0] === place) folds.push({ x, width: FOLD_WIDTH, from: fold[0], to: fold[1] })
    spots.push([x, 0])
    x += fold ? FOLD_WIDTH / (fold[1] - fold[0] + 1) : step
  }
  return { spots, folds }
}
