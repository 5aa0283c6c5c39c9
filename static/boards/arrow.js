// The outline of an arrow between two squares of an overlay, in which a square is one unit.

/** From the edge of one square's piece towards the middle of the other's; `start`: how far from the middle it begins;
 * `short`: how far before the other one it ends.
 * @param {Point} from the column and row @param {Point} to
 * @param {{start?: number, short?: number, width?: number}} [how] */
export function arrowPath(
  [x1, y1],
  [x2, y2],
  { start = 0.36, short = 0.2, width = 1 } = {},
) {
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length]
  /** @param {number} along @param {number} aside */
  const at = (along, aside) =>
    `${x1 + 0.5 + dx * along - dy * aside} ${y1 + 0.5 + dy * along + dx * aside}`
  const end = length - short
  const neck = end - 0.24 * width
  const [thin, wide] = [0.05 * width, 0.15 * width]
  const d = [
    at(start, -thin),
    at(neck, -thin),
    at(neck, -wide),
    at(end, 0),
    at(neck, wide),
    at(neck, thin),
    at(start, thin),
  ]
  return `M${d.join(' L')} Z`
}
