// The board of Three Musketeers: five by five squares, and the meter that shows how many musketeers stand in line.

import { list, sheet } from '../../boards/contract.js'
import { Grid } from '../../boards/grid.js'
import { el, set, svg } from '../../core/dom.js'
import { man, musketeer } from './art.js'
import { FILES, parsePosition, ROWS } from './position.js'

/** @import { MusketeersView } from './position.js' */

/** @typedef {State<MusketeersView>} MusketeersState */

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await sheet('/static/games/three_musketeers/board.css')
  const { t } = services
  const grid = new Grid(services, gridFamily(t))
  grid.element.classList.add('three-musketeers')
  const meter = alignmentMeter(t)
  /** @type {Board} */
  const board = {
    element: grid.element,
    below: meter.element,
    /** @param {MusketeersState} frame @param {ShowOptions} how */
    show(frame, how) {
      grid.show(frame, how)
      meter.show(frame.view.aligned)
      drawAlignment(grid, frame.view.aligned)
    },
    /** @param {MusketeersState} frame */
    describe: (frame) => describe(frame, t),
    name: (square) => square,
    refuse: (square, frame, squares) => refuse(square, frame, squares, t),
    leave: () => grid.leave(),
  }
  grid.board = board
  return board
}

/** @param {Translate} t @returns {GridFamily} */
function gridFamily(t) {
  return {
    label: t('three_musketeers.board'),
    rows: ROWS,
    read: (frame) => parsePosition(frame.view.position),
    draw: (piece) => (piece === 'M' ? musketeer() : man()),
    shade: (square) =>
      (FILES.indexOf(square[0]) + Number(square[1])) % 2 ? 'dark' : 'light',
    name: (square, thing) =>
      t('three_musketeers.cell', {
        place: square,
        what: t(`three_musketeers.piece.${thing?.piece ?? 'none'}`),
      }),
  }
}

/**
 * Why a piece cannot go from where it was picked to `square`; null when nothing was picked.
 * @param {string} square
 * @param {State} frame
 * @param {readonly string[]} picked
 * @param {Translate} t
 */
function refuse(square, frame, [from], t) {
  if (!from) return null
  const [x, y] = [0, 1].map((axis) =>
    Math.abs(coordinates(from)[axis] - coordinates(square)[axis]),
  )
  if (x + y !== 1) return t('three_musketeers.refused.one_step')
  const captures = parsePosition(frame.view.position).get(from)?.piece === 'M'
  return t(
    `three_musketeers.refused.${captures ? 'must_capture' : 'must_step_to_empty'}`,
  )
}

/** @param {string} square */
const coordinates = (square) => [FILES.indexOf(square[0]), Number(square[1])]

/** "2 of 3 musketeers on row 3", for the fullest row and the fullest column, with three pips each.
 * @param {Translate} t */
function alignmentMeter(t) {
  const kinds = /** @type {const} */ (['row', 'column'])
  const lines = kinds.map((kind) => {
    const text = el('span', {})
    const pips = [1, 2, 3].map(() => el('i', { class: 'pip' }))
    const element = el(
      'p',
      { class: 'line' },
      el('span', { 'aria-hidden': 'true' }, pips),
      text,
    )
    return { kind, text, pips, element }
  })
  return {
    element: el(
      'div',
      { class: 'three-musketeers meter' },
      lines.map((line) => line.element),
    ),
    /** @param {MusketeersView['aligned']} aligned */
    show(aligned) {
      for (const { kind, text, pips, element } of lines) {
        const [which, count] = aligned[kind]
        text.textContent = t(`three_musketeers.meter.${kind}`, { which, count })
        for (const [index, pip] of pips.entries())
          set(pip, { 'data-on': index < count })
        set(element, { 'data-count': count })
      }
    },
  }
}

/**
 * A dashed line along a row or column with two musketeers; a solid one when all three stand there.
 * @param {Grid} grid
 * @param {MusketeersView['aligned']} aligned
 */
function drawAlignment(grid, { row, column }) {
  const lines = [
    { count: row[1], ends: [`a${row[0]}`, `e${row[0]}`] },
    { count: column[1], ends: [`${column[0]}1`, `${column[0]}5`] },
  ]
  grid.overlay.replaceChildren(
    ...lines
      .filter(({ count }) => count > 1)
      .map(({ count, ends }) => {
        const [[x1, y1], [x2, y2]] = ends.map((square) =>
          grid.spot(square).map((cell) => cell + 0.5),
        )
        const attributes = { x1, y1, x2, y2, 'data-count': count }
        return svg('line', { class: 'strike', ...attributes })
      }),
  )
}

/** @param {MusketeersState} frame @param {Translate} t */
function describe(frame, t) {
  const pieces = [...parsePosition(frame.view.position)]
  /** @param {string} kind */
  const squaresOf = (kind) =>
    pieces.filter(([, { piece }]) => piece === kind).map(([square]) => square)
  const [musketeers, men] = [squaresOf('M'), squaresOf('o')]
  const taken = pieces.map(([square]) => square)
  const empty = ROWS.flat().filter((square) => !taken.includes(square))
  const { row, column } = frame.view.aligned
  return [
    t('three_musketeers.describe.musketeers', { where: list(musketeers) }),
    t('three_musketeers.describe.men', {
      count: men.length,
      where: list(men),
    }),
    empty.length
      ? t('three_musketeers.describe.empty', { where: list(empty) })
      : t('three_musketeers.describe.full'),
    `${t('three_musketeers.meter.row', { which: row[0], count: row[1] })}.`,
    `${t('three_musketeers.meter.column', { which: column[0], count: column[1] })}.`,
  ]
}
