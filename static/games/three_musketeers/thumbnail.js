// Thumbnail of a position: discs and squares.

import { h } from '../../vendor/preact.js'
import { parsePosition, ROWS } from './position.js'

/** Draws the position as `seat` sees it, 100 by 100; null: as seat 0.
 * @param {string} position @param {0 | 1 | null} seat @returns {Content} */
export function thumbnail(position, seat) {
  const pieces = parsePosition(position)
  const places = ROWS.flatMap((row, y) =>
    row.map((square, x) => ({
      piece: pieces.get(square)?.piece,
      x: 20 * (seat === 1 ? 4 - x : x),
      y: 20 * (seat === 1 ? 4 - y : y),
    })),
  )
  return h(
    'svg',
    { viewBox: '0 0 100 100', 'aria-hidden': 'true', focusable: 'false' },
    h('rect', { width: 100, height: 100, fill: '#f4e8cf' }),
    h('path', {
      fill: '#e0caa0',
      d: places
        .filter(({ x, y }) => (x + y) % 40)
        .map(({ x, y }) => `M${x} ${y}h20v20h-20z`)
        .join(''),
    }),
    places.map(({ piece, x, y }) => {
      if (!piece) return null
      const musketeer = piece === 'M'
      const sign = musketeer ? 'm6 14 8-8' : 'M10 6v8M6 9h8'
      return h(
        'g',
        { transform: `translate(${x} ${y})`, 'stroke-width': 1.4 },
        musketeer
          ? h('circle', { cx: 10, cy: 10, r: 7.6, ...BLUE })
          : h('rect', { x: 3, y: 3, width: 14, height: 14, rx: 2, ...RED }),
        h('path', { d: sign, stroke: '#fff', 'stroke-width': 1.8 }),
      )
    }),
  )
}

const BLUE = { fill: '#1d4fa3', stroke: '#0e2a5c' }
const RED = { fill: '#a61b2b', stroke: '#5c0d18' }
