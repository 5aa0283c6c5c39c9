// Danger of a line, in drawings and words: lines with two musketeers, captures that would bring the third onto one, and the
// meter, which is shown only when two are in line.

import { el, set, svg } from '../../core/dom.js'
import { fatalSquares, linesOf, lineThrough, squaresOf } from './position.js'

/** @import { Grid } from '../../boards/grid.js' */
/** @import { MusketeersView } from './position.js' */

/** Draws a thin dashed line on each row or column with two musketeers, a thick one if a capture would bring the third onto
 * it, a solid one through all three.
 * @param {Grid} grid @param {MusketeersView} view @param {readonly string[]} fatal */
export function drawLines(grid, { aligned }, fatal) {
  return linesOf(aligned).flatMap(({ kind, which, count }) => {
    const near = fatal.some((square) => square.includes(which))
    const ends =
      kind === 'row' ? [`a${which}`, `e${which}`] : [`${which}1`, `${which}5`]
    const [[x1, y1], [x2, y2]] = ends.map((square) =>
      grid.spot(square).map((cell) => cell + 0.5),
    )
    const place = { x1, y1, x2, y2, 'data-count': count, 'data-near': near }
    return [
      svg('line', { class: 'strike-edge', ...place }),
      svg('line', { class: 'strike', ...place }),
    ]
  })
}

/** Draws the mark of a fatal capture: a tab with three discs on a line, in the corner of its square.
 * @param {Point} place */
export const fatalMark = ([x, y]) =>
  svg(
    'g',
    { class: 'fatal', transform: `translate(${x + 0.56} ${y + 0.14})` },
    svg('rect', { x: -0.3, y: -0.12, width: 0.6, height: 0.24, rx: 0.12 }),
    svg('path', { d: 'M-.2 0H.2' }),
    [-0.17, 0, 0.17].map((cx) => svg('circle', { cx, r: 0.065 })),
  )

/** Creates the meter: the lines with two musketeers, with three pips each, and the effect of the marked captures.
 * @param {Translate} t */
export function dangerMeter(t) {
  const lines = el('div', { class: 'lines' })
  const warning = el('p', { class: 'warning' })
  return {
    element: el('div', { class: 'three-musketeers meter' }, lines, warning),
    /** @param {MusketeersView} view @param {string | undefined} picked the musketeer @param {string | null} over */
    show(view, picked, over) {
      lines.replaceChildren(
        ...linesOf(view.aligned).map(({ kind, which, count }) =>
          el(
            'p',
            { class: 'line', 'data-count': count },
            el(
              'span',
              { 'aria-hidden': 'true' },
              [1, 2, 3].map((pip) =>
                el('i', { class: 'pip', 'data-on': pip <= count }),
              ),
            ),
            t(`three_musketeers.meter.${kind}`, { which, count }),
          ),
        ),
      )
      const sentence = fatalSentence(view, picked, over, t)
      warning.textContent = sentence
      set(warning, { hidden: !sentence })
    },
  }
}

/** Returns what the capture under the pointer, else the marked captures would do; '': there is none.
 * @param {MusketeersView} view @param {string | undefined} picked @param {string | null} over @param {Translate} t */
function fatalSentence(view, picked, over, t) {
  const fatal = fatalSquares(view, picked)
  if (!fatal.length) return ''
  if (!over || !fatal.includes(over))
    return t('three_musketeers.fatal', { count: fatal.length })
  const musketeers = squaresOf(view.position, 'M')
  const movers = picked ? [picked] : musketeers
  const line = movers
    .map((mover) => musketeers.filter((square) => square !== mover))
    .map((others) => lineThrough([...others, over]))
    .find((one) => one !== null)
  const { kind, which } = line ?? linesOf(view.aligned)[0]
  return t(`three_musketeers.fatal.${kind}`, { square: over, which })
}
