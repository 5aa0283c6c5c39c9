// Position text of Three Musketeers, and the lines of the view.

/**
 * `view` of a frame. `aligned`: the fullest row and column, each with its number of musketeers; `fatal`: the squares on which
 * a musketeer's capture would align all three.
 * @typedef {{position: string, aligned: {row: [number, number], column: [string, number]}, fatal: string[]}} MusketeersView
 */

/** @typedef {State<MusketeersView>} MusketeersState */

export const FILES = 'abcde'
export const MEN = 22 // at the start
export const ROWS = [5, 4, 3, 2, 1].map((rank) => [...FILES].map((file) => `${file}${rank}`))

/** Parses ranks 5 to 1 of `M`, `o` and counts of empty squares into a Map square -> {piece, owner}. @param {string} position */
export function parsePosition(position) {
  /** @type {Map<string, {piece: string, owner: number}>} */
  const pieces = new Map()
  const ranks = position.split(' ')[0].split('/')
  for (const [row, rank] of ranks.entries()) {
    const squares = rank.replace(/\d/g, (count) => '.'.repeat(Number(count)))
    for (const [column, piece] of [...squares].entries())
      if (piece !== '.') pieces.set(ROWS[row][column], { piece, owner: piece === 'M' ? 0 : 1 })
  }
  return pieces
}

/** Returns the squares beside a square in its row and column, where a piece may step. @param {string} square */
export const neighbours = (square) =>
  ROWS.flat().filter(
    (other) =>
      Math.abs(FILES.indexOf(other[0]) - FILES.indexOf(square[0])) +
        Math.abs(Number(other[1]) - Number(square[1])) ===
      1,
  )

/** Returns the squares of the pieces of one kind. @param {string} position @param {'M' | 'o'} kind */
export const squaresOf = (position, kind) =>
  [...parsePosition(position)].filter(([, { piece }]) => piece === kind).map(([square]) => square)

/** Returns the lines with at least that many musketeers. @param {MusketeersView['aligned']} aligned @param {number} least */
export const linesOf = ({ row, column }, least = 2) =>
  [
    { kind: 'row', which: String(row[0]), count: row[1] },
    { kind: 'column', which: column[0], count: column[1] },
  ].filter(({ count }) => count >= least)

/** Returns the squares that would put all three in line, for any musketeer or for the picked one. Whether a square is fatal
 * depends on the musketeer: the other two must share the line.
 * @param {MusketeersView} view @param {string} [picked] */
export function fatalSquares({ position, fatal = [] }, picked) {
  if (!picked) return fatal
  const others = squaresOf(position, 'M').filter((square) => square !== picked)
  return fatal.filter((square) => lineThrough([...others, square]) !== null)
}

/** Whether a capture needlessly puts all three in line: another move does not.
 * @param {string} move @param {Pick<MusketeersState, 'view' | 'legal'>} frame */
export function isNeedlesslyFatal(move, { view, legal }) {
  /** @param {string} one */
  const isFatal = (one) => {
    const [from, to] = one.split(' ')
    return fatalSquares(view, from).includes(to)
  }
  return isFatal(move) && !legal.every(([other]) => isFatal(other))
}

/** Returns the row or column of all these squares; null: none.
 * @param {readonly string[]} squares @returns {{kind: 'row' | 'column', which: string} | null} */
export function lineThrough([first, ...rest]) {
  if (rest.every((square) => square[1] === first[1])) return { kind: 'row', which: first[1] }
  if (rest.every((square) => square[0] === first[0])) return { kind: 'column', which: first[0] }
  return null
}

/** Returns how many of the Cardinal's men are left. @param {string} position */
export const menLeft = (position) => squaresOf(position, 'o').length
