// Thumbnail of a position: wedges in the colours of their sides with their suits, readable from 120 px on.

import { SUITS } from '../../board/cards/suits.js'
import { h } from '../../vendor/preact.js'
import { WEDGE } from './art.js'
import { parsePosition, ROWS } from './position.js'

const CLOTH = { light: '#d9dfc0', dark: '#b3c199', line: '#3f5230' }
const SIDES = [
  {
    body: '#fff8e7',
    edge: '#14110b',
    suits: { S: '#1b1b1b', H: '#b3001b', D: '#0057b8', C: '#00652e' },
  },
  {
    body: '#26313f',
    edge: '#14110b',
    suits: { S: '#ffffff', H: '#ffa3ab', D: '#8ec5ff', C: '#5fe38a' },
  },
]

/** Draws the position as `seat` sees it, 100 by 100; null: as seat 0.
 * @param {string} position @param {0 | 1 | null} seat @returns {Content} */
export function thumbnail(position, seat) {
  const flipped = seat === 1
  const squares = ROWS.flatMap((row, y) => row.map((square, x) => ({ square, x, y })))
  const cards = parsePosition(position)
  return h(
    'svg',
    { viewBox: '0 0 100 100', 'aria-hidden': 'true', focusable: 'false' },
    h('rect', { width: 100, height: 100, fill: CLOTH.light }),
    h('path', {
      fill: CLOTH.dark,
      d: squares
        .filter(({ x, y }) => (x + y) % 2)
        .map(({ x, y }) => `M${x * 10} ${y * 10}h10v10h-10z`)
        .join(''),
    }),
    h('path', { d: 'M0 50H100', stroke: CLOTH.line, 'stroke-width': 0.9 }),
    squares.map(({ square, x, y }) => {
      const card = cards.get(square)
      const [column, row] = flipped ? [9 - x, 9 - y] : [x, y]
      return card && smallCard(card, [column, row], flipped)
    }),
  )
}

/** @param {import('./position.js').Card} card @param {Point} at @param {boolean} flipped */
function smallCard({ piece, owner, suit }, [column, row], flipped) {
  const up = (owner === 0) !== flipped
  const side = SIDES[up ? 0 : 1]
  const king = piece[0] === 'K'
  return h(
    'g',
    { transform: `translate(${column * 10} ${row * 10}) scale(0.1)` },
    h('path', {
      d: WEDGE[up ? 'up' : 'down'],
      fill: side.body,
      stroke: king ? '#b98a14' : side.edge,
      'stroke-width': king ? 10 : 5,
    }),
    h('path', {
      d: SUITS[suit],
      fill: side.suits[/** @type {'S' | 'H' | 'D' | 'C'} */ (suit)],
      transform: `translate(25 ${up ? 38 : 12}) scale(0.5)`,
    }),
  )
}
