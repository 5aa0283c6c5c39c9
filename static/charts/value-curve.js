// Curve of a game's values, from 1 (a win of the side at the top) to -1 (a win of the side at the bottom), with marks of two
// shapes for mistakes and a line at the shown position.

import { set, svg } from '../core/dom.js'
import { figure, label } from './figure.js'

const [WIDTH, HEIGHT, TOP, FOOT, LEFT, RIGHT] = [320, 88, 16, 18, 6, 6]
const MIDDLE = (TOP + HEIGHT - FOOT) / 2
const REACH = (HEIGHT - FOOT - TOP) / 2

/**
 * `heights`: values by moves made, null where unknown; `marks`: mistakes by the moves made after them; `end`: the number of
 * the last move; choose(made): called for a press on the curve.
 * @typedef {object} Curve
 * @property {(number | null)[]} heights
 * @property {{ made: number, kind: 'mistake' | 'blunder', title: string }[]} marks
 * @property {[top: string, bottom: string]} sides
 * @property {string} end
 * @property {(made: number) => void} choose
 */

/**
 * Creates the curve; its point(made) moves the line to the shown position.
 * @param {Curve} curve
 * @param {Pick<import('./figure.js').Chart, 'title' | 'summary' | 'table'>} chart
 */
export function valueCurve({ heights, marks, sides, end, choose }, chart) {
  const last = Math.max(1, heights.length - 1)
  const x = (/** @type {number} */ made) =>
    LEFT + (made / last) * (WIDTH - LEFT - RIGHT)
  const y = (/** @type {number} */ height) => MIDDLE - height * REACH
  const here = svg('path', { class: 'stem' })
  const element = figure({
    ...chart,
    kind: 'values',
    box: [0, 0, WIDTH, HEIGHT],
    parts: [
      [1, -1].map((height) => gridLine(y(height), 'grid')),
      gridLine(MIDDLE, 'axis'),
      label(LEFT, TOP - 4, sides[0], 'start'),
      label(LEFT, HEIGHT - FOOT + 14, sides[1], 'start'),
      label(WIDTH - RIGHT, HEIGHT - FOOT + 14, end, 'end'),
      here,
      svg('path', { d: pathOf(heights, x, y), class: 'curve mine' }),
      marks.map(({ made, kind, title }) =>
        mark(x(made), y(heights[made] ?? 0), kind, title),
      ),
    ],
  })
  const drawing = element.querySelector('svg')
  drawing?.addEventListener('click', ({ clientX }) => {
    const { left, width } = drawing.getBoundingClientRect()
    const at =
      (((clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)
    choose(Math.round(Math.min(1, Math.max(0, at)) * last))
  })
  return {
    element,
    /** @param {number} made */
    point(made) {
      set(here, { d: `M${x(made)} ${TOP}V${HEIGHT - FOOT}` })
    },
  }
}

/** @param {number} y @param {'grid' | 'axis'} look */
const gridLine = (y, look) =>
  svg('path', { d: `M${LEFT} ${y}H${WIDTH - RIGHT}`, class: look })

/**
 * Returns the path of the curve, broken where values are unknown.
 * @param {(number | null)[]} heights
 * @param {(made: number) => number} x
 * @param {(height: number) => number} y
 */
function pathOf(heights, x, y) {
  let pen = 'M'
  let path = ''
  for (const [made, height] of heights.entries()) {
    if (height !== null)
      path += `${pen}${x(made).toFixed(1)} ${y(height).toFixed(1)}`
    pen = height === null ? 'M' : 'L'
  }
  return path || null
}

/**
 * Draws a mark: a ring for a mistake, a filled diamond for a blunder.
 * @param {number} x
 * @param {number} y
 * @param {'mistake' | 'blunder'} kind
 * @param {string} title
 */
const mark = (x, y, kind, title) =>
  kind === 'blunder'
    ? svg(
        'path',
        { d: `M${x} ${y - 6}l6 6-6 6-6-6z`, class: 'blunder' },
        svg('title', {}, title),
      )
    : svg(
        'circle',
        { cx: x, cy: y, r: 4, class: 'mistake' },
        svg('title', {}, title),
      )
