// The position text of Three Musketeers parsed.

/**
 * `view` of a frame. `aligned`: the fullest row and the fullest column, each with its number of musketeers; `fatal`: the
 * squares on which a musketeer's capture would align all three.
 * @typedef {{position: string, aligned: {row: [number, number], column: [string, number]}, fatal: string[]}} MusketeersView
 */

export const FILES = 'abcde'
export const ROWS = [5, 4, 3, 2, 1].map((rank) =>
  [...FILES].map((file) => `${file}${rank}`),
)

/** Ranks 5 to 1 of `M`, `o` and counts of empty squares -> Map square -> {piece, owner}. @param {string} position */
export function parsePosition(position) {
  /** @type {Map<string, {piece: string, owner: number}>} */
  const pieces = new Map()
  const ranks = position.split(' ')[0].split('/')
  for (const [row, rank] of ranks.entries()) {
    const squares = rank.replace(/\d/g, (count) => '.'.repeat(Number(count)))
    for (const [column, piece] of [...squares].entries())
      if (piece !== '.')
        pieces.set(ROWS[row][column], { piece, owner: piece === 'M' ? 0 : 1 })
  }
  return pieces
}
