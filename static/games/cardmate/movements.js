// Moves of the fourteen ranks, for pictures, sentences and premoves. The server decides what is legal.
// tests/client/test_cardmate.py compares this table with the engine.

import { FILES } from './position.js'

/**
 * By rank, the 5 by 5 squares around a card (`o`) that moves up the page: `x` moves and captures, `-` only moves, `*` moves
 * and captures and slides on in that direction.
 * @type {Record<string, readonly string[]>}
 */
export const MOVEMENTS = {
  1: ['.....', '..x..', '..o..', '..-..', '.....'],
  2: ['.....', '.x.x.', '..o..', '..-..', '.....'],
  3: ['.....', '.xxx.', '..o..', '..-..', '.....'],
  4: ['.....', '.x.x.', '.xox.', '..-..', '.....'],
  5: ['.....', '.xxx.', '.xox.', '..-..', '.....'],
  6: ['.....', '.x.x.', '.xox.', '.x-x.', '.....'],
  7: ['.....', '.xxx.', '.xox.', '.x-x.', '.....'],
  8: ['.x.x.', 'x...x', '..o..', 'x.-.x', '.x.x.'],
  9: ['*...*', '.x.x.', '..o..', '.x-x.', '*...*'],
  X: ['..*..', '..x..', '*xox*', '..x..', '..*..'],
  J: ['xxxxx', 'xxxxx', 'xxoxx', 'xxxxx', 'xxxxx'],
  Q: ['*.*.*', '.xxx.', '*xox*', '.xxx.', '*.*.*'],
  K: ['.....', '.xxx.', '.xox.', '.xxx.', '.....'],
  A: ['*x*x*', 'xxxxx', '*xox*', 'xxxxx', '*x*x*'],
}

/** `right`, `ahead`: squares from the card. @typedef {{right: number, ahead: number, sign: string}} Step */

/** Returns the marked squares of a tile. @param {string} rank @returns {Step[]} */
export const stepsOf = (rank) =>
  MOVEMENTS[rank].flatMap((row, y) =>
    [...row].flatMap((sign, x) =>
      'x-*'.includes(sign) ? [{ right: x - 2, ahead: 2 - y, sign }] : [],
    ),
  )

/**
 * Returns the squares that a card could reach on an empty board.
 * @param {string} card "JS"
 * @param {string} square
 * @param {number} owner the seat, which decides what is forwards
 */
export function reach(card, square, owner) {
  const forwards = owner === 0 ? 1 : -1
  const [column, row] = [FILES.indexOf(square[0]), Number(square[1])]
  /** @param {number} right @param {number} ahead */
  const at = (right, ahead) => {
    const [x, y] = [column + right, row + ahead * forwards]
    return FILES[x] && y >= 0 && y <= 9 ? `${FILES[x]}${y}` : null
  }
  return stepsOf(card[0]).flatMap(({ right, ahead, sign }) => {
    const squares = [at(right, ahead)]
    for (let n = 3; sign === '*' && n < 10; n++) squares.push(at((right / 2) * n, (ahead / 2) * n))
    return squares.filter((found) => found !== null)
  })
}
