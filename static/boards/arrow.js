// Outline of an arrow between two squares of an overlay whose unit is one square.

/** Returns the path from one square's piece to the other's. `start`: the distance of the tail from the first centre;
 * `short`: that of the tip from the second.
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
