// Curve of a game's values, from 1 (a win of the side at the top) to -1 (a win of the side at the bottom), with marks of two
// shapes for mistakes and a line at the shown position.

import { html } from '../../vendor/preact.js'
import { figure, label, path } from './figure.js'

const [WIDTH, HEIGHT, TOP, FOOT, LEFT, RIGHT] = [320, 88, 16, 18, 6, 6]
const MIDDLE = (TOP + HEIGHT - FOOT) / 2
const REACH = (HEIGHT - FOOT - TOP) / 2

/** `heights`: values by moves made, null where unknown; `marks`: mistakes by the moves made after them; `end`: the number of
 * the last move; `at`: the moves made in the shown position; choose(made): called for a press on the curve.
 * @typedef {object} Curve
 * @property {(number | null)[]} heights
 * @property {{ made: number, kind: 'mistake' | 'blunder', title: string }[]} marks
 * @property {[top: string, bottom: string]} sides
 * @property {string} end
 * @property {import('@preact/signals').ReadonlySignal<number | null>} at
 * @property {(made: number) => void} choose
 * @property {import('./figure.js').ChartTexts} texts */

/** @param {Curve} props */
export function ValueCurve({ heights, marks, sides, end, at, choose, texts }) {
  const last = Math.max(1, heights.length - 1)
  const x = (/** @type {number} */ made) => LEFT + (made / last) * (WIDTH - LEFT - RIGHT)
  const y = (/** @type {number} */ height) => MIDDLE - height * REACH
  const here = at.value
  return figure({
    ...texts,
    kind: 'values',
    box: [0, 0, WIDTH, HEIGHT],
    parts: [
      [1, -1].map((height) => across(y(height), 'grid')),
      across(MIDDLE, 'axis'),
      label(LEFT, TOP - 4, sides[0], 'start'),
      label(LEFT, HEIGHT - FOOT + 14, sides[1], 'start'),
      label(WIDTH - RIGHT, HEIGHT - FOOT + 14, end, 'end'),
      here !== null && path(`M${x(here)} ${TOP}V${HEIGHT - FOOT}`, 'stem'),
      path(curveOf(heights, x, y), 'curve mine'),
      marks.map(({ made, kind, title }) => mark(x(made), y(heights[made] ?? 0), kind, title)),
    ],
    onpress({ clientX, currentTarget }) {
      const { left, width } = currentTarget.getBoundingClientRect()
      const part = (((clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)
      choose(Math.round(Math.min(1, Math.max(0, part)) * last))
    },
  })
}

/** @param {number} y @param {'grid' | 'axis'} look */
const across = (y, look) => path(`M${LEFT} ${y}H${WIDTH - RIGHT}`, look)

/** Returns the path of the curve, broken where values are unknown.
 * @param {(number | null)[]} heights @param {(made: number) => number} x @param {(height: number) => number} y */
function curveOf(heights, x, y) {
  let pen = 'M'
  let line = ''
  for (const [made, height] of heights.entries()) {
    if (height !== null) line += `${pen}${x(made).toFixed(1)} ${y(height).toFixed(1)}`
    pen = height === null ? 'M' : 'L'
  }
  return line || undefined
}

/** Draws a mark: a ring for a mistake, a filled diamond for a blunder.
 * @param {number} x @param {number} y @param {'mistake' | 'blunder'} kind @param {string} title */
const mark = (x, y, kind, title) =>
  kind === 'blunder'
    ? html`<path d=${`M${x} ${y - 6}l6 6-6 6-6-6z`} class="blunder"><title>${title}</title></path>`
    : html`<circle cx=${x} cy=${y} r="4" class="mistake"><title>${title}</title></circle>`
