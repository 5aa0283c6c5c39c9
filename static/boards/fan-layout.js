// How the cards of one row lie: fanned to the right, the last one in full. No strip is ever narrower than MIN; where
// that does not fit, the longest runs fold to their ends, and a row that is opened goes on in further lines.

export const MIN = 18 // px of each card that stays in view
const FOLD = 26 // px of a fold: the strip that is tapped to open it
const SHARE = 0.46 // of a card's width: the usual strip
const WIDE = 0.7 // the widest one, where all rows have room for it
const MANY = 17 // cards; about as many as a row ever has
const RUN = 4 // cards; shorter runs do not fold
const LINE = 0.62 // of a card's height: from one line of an opened row to the next

/** Where `count` cards of `width` x `height` px lie in `room` px: {spots: [[x, y], ...], folds: [{x, width, from, to}]}.
 * `runs`: [first, last] pairs of cards that were built on each other; from, to: the folded cards, ends not included. */
export function fan({ count, width, height, room, runs, open }) {
  const strips = Math.max(count - 1, 1)
  const usual = Math.max(
    MIN,
    width * SHARE,
    Math.min(width * WIDE, (room - width) / MANY),
  )
  const even = Math.min((room - width) / strips, usual)
  if (even >= MIN || count < 2)
    return { spots: along(count, Math.max(even, MIN)), folds: [] }
  if (open) return { spots: lines(count, width, height, room), folds: [] }
  return folded(count, room - width, usual, longest(runs))
}

const along = (count, step) =>
  Array.from({ length: count }, (_, place) => [place * step, 0])

function lines(count, width, height, room) {
  const columns = Math.max(1, Math.floor((room - width) / MIN) + 1)
  const step = (room - width) / Math.max(columns - 1, 1)
  return Array.from({ length: count }, (_, place) => [
    (place % columns) * step,
    Math.floor(place / columns) * height * LINE,
  ])
}

const longest = (runs) =>
  runs
    .filter(([first, last]) => last - first + 1 >= RUN)
    .sort(([a, b], [c, d]) => d - c - (b - a))

/** Folds as little as is needed, in one run after the other, until what is left has strips of at least MIN. */
function folded(count, room, usual, runs) {
  const hidden = new Map() // card -> [from, to] of the fold in which it lies
  let strips = count - 1
  let left = room
  for (const run of runs) {
    if (left / strips >= MIN) break
    left -= FOLD
    const end = Math.min(run[1], run[0] + 1 + Math.ceil(strips - left / MIN))
    for (let place = run[0] + 1; place < end; place += 1)
      hidden.set(place, [run[0] + 1, end - 1])
    strips -= end - run[0] - 1
  }
  const step = Math.max(Math.min(left / Math.max(strips, 1), usual), MIN)
  const [spots, folds] = [[], []]
  let x = 0
  for (let place = 0; place < count; place += 1) {
    const [from, to] = hidden.get(place) ?? []
    if (from === place) folds.push({ x, width: FOLD, from, to })
    spots.push([x, 0])
    x += from === undefined ? step : FOLD / (to - from + 1)
  }
  return { spots, folds }
}
