// Keyboard navigation on a board: arrow keys, and the nearest place in a direction.

/** The direction of each arrow key. @type {Record<string, Point>} */
export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ACROSS_WEIGHT = 4 // weight of a px across the direction, against 1 along it
const OTHER_KIND_PX = 10000 // added for places of the other kind, which come last

/** Returns the element among `wanted` that comes after (1) or before (-1) `from` in `order`, wrapping around; null: there
 * is none. @param {{order: readonly Element[], wanted: readonly HTMLElement[], from: Element | null, onward: 1 | -1}} way
 * @returns {HTMLElement | null} */
export function following({ order, wanted, from, onward }) {
  const at = from ? order.indexOf(from) : -1
  const place = (/** @type {HTMLElement} */ node) => order.indexOf(node)
  if (onward > 0) return wanted.find((node) => place(node) > at) ?? wanted[0] ?? null
  return wanted.findLast((node) => place(node) < at) ?? wanted.at(-1) ?? null
}

/** Returns the nearest pile in a direction, or null. Sideways, fanned piles come first; up and down, only piles of the
 * same kind count.
 * @param {readonly [place: string, element: Element][]} piles @param {string} from @param {Point} direction
 * @param {(place: string) => boolean} fanned */
export function nearest(piles, from, [dx, dy], fanned) {
  const start = piles.find(([place]) => place === from)
  if (!start) return null
  const here = middle(start[1])
  /** @type {{place: string | null, cost: number}} */
  let found = { place: null, cost: Infinity }
  for (const [place, element] of piles) {
    const there = middle(element)
    const x = Math.round(there[0] - here[0])
    const y = Math.round(there[1] - here[1])
    if (dx ? Math.sign(x) !== dx : Math.sign(y) !== dy) continue
    const wanted = fanned(place) === (dx ? true : fanned(from))
    if (!dx && !wanted) continue
    const cost = distance(dx ? [x, y] : [y, x]) + (wanted ? 0 : OTHER_KIND_PX)
    if (cost < found.cost) found = { place, cost }
  }
  return found.place
}

/** @param {[along: number, across: number]} way */
const distance = ([along, across]) => Math.abs(along) + ACROSS_WEIGHT * Math.abs(across)

/** @param {Element} element @returns {Point} */
const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}
