// Board of Three Musketeers: five by five squares, the lines with musketeers, and marks for captures that would put all three
// in line.

import { list, sheet } from '../../board/contract.js'
import { SquareBoard } from '../../board/square-board.js'
import { Squares } from '../../board/squares.js'
import { loadPart } from '../../core/files.js'
import { hosted } from '../../kit/element.js'
import { html } from '../../vendor/preact.js'
import { man, musketeer } from './art.js'
import { DangerMeter, dangerOn, fatalWarning, LinesOver, LinesUnder } from './lines.js'
import { FILES, linesOf, MEN, menLeft, neighbours, parsePosition, ROWS } from './position.js'

/** @import { MusketeersState } from './position.js' */

/** @param {Services} services @returns {Promise<Board>} */
export async function make(services) {
  await sheet('/static/games/three_musketeers/board.css')
  const { t, picks } = services
  /** @type {SquareBoard} */
  const squares = new SquareBoard(
    services,
    squareFamily(t, () => danger.value?.fatal ?? []),
  )
  const danger = dangerOn(squares)
  const drawn = hosted(
    html`
      <${Squares}
        board=${squares}
        class="three-musketeers"
        ground=${html`<${LinesUnder} board=${squares} danger=${danger} />`}
        over=${html`<${LinesOver} board=${squares} danger=${danger} />`}
      />`,
  )
  /** @type {Board} */
  const board = {
    element: drawn.element,
    /** @param {MusketeersState} frame @param {ShowOptions} how */
    show(frame, how) {
      squares.show(frame, how)
      picks.warn = (move) => fatalWarning(move, frame, t)
    },
    /** @param {MusketeersState} frame */
    describe: (frame) => describe(frame, t),
    name: (square) => square,
    words: {
      refuse: (square, frame, squares) => refuse(square, frame, squares, t),
      readable: (told) => told.replace(' ', '–'),
      standing: (frame, seat) => standing(frame, seat, t),
      story: (frame) => [
        t('three_musketeers.story.moves', { count: frame.told.length }),
        t('three_musketeers.story.men', { count: menLeft(frame.view.position) }),
      ],
      /** @param {MusketeersState} before @param {MusketeersState} after */
      moment: (before, after) => moment(before, after, t),
      /** @param {MusketeersState} frame */
      shareText: (frame) => pictureInText(frame.view.position),
      keys: () => [],
    },
    draw: {
      below: html`<${DangerMeter} board=${squares} danger=${danger} />`,
      pointAt: (moves) => {
        squares.pointers.value = moves
      },
      tokens: (frame, seat) => menTokens(menLeft(frame.view.position), seat),
      analysis: async () => ({
        arrows: (moves) => {
          squares.analysed.value = moves
        },
      }),
      /** @param {MusketeersState} frame */
      async finale(frame, signal) {
        const { finale } = await loadPart(() => import('./finale.js'))
        await finale(squares, frame, signal)
      },
    },
    premoves: {
      pieces: (frame) => squares.family.read(frame),
      reach: neighbours,
    },
    leave: () => drawn.leave(),
  }
  squares.names = board
  return board
}

/** @param {State} frame @param {number} seat @param {Translate} t */
function standing(frame, seat, t) {
  const left = menLeft(frame.view.position)
  return seat === 0
    ? t('three_musketeers.standing.taken', { count: MEN - left })
    : t('three_musketeers.standing.left', { count: left })
}

/** Creates the men as small squares: captured ones on the musketeers' bar, the others on the Cardinal's.
 * @param {number} left @param {number} seat */
function menTokens(left, seat) {
  const count = seat === 0 ? MEN - left : left
  return html`
    <span class="three-musketeers men" aria-hidden="true">
      ${Array.from({ length: count }, () => html`<i class="man"></i>`)}
    </span>`
}

/** Draws five lines of coloured squares. @param {string} position */
function pictureInText(position) {
  const pieces = parsePosition(position)
  /** @type {Record<string, string>} */
  const signs = { M: '🔵', o: '🟥' }
  return ROWS.map((row) =>
    row.map((square) => signs[pieces.get(square)?.piece ?? ''] ?? '⬜').join(''),
  ).join('\n')
}

/** @param {MusketeersState} before @param {MusketeersState} after @param {Translate} t */
function moment(before, after, t) {
  if (linesOf(after.view.aligned, 3).length) return t('three_musketeers.moment.aligned')
  const [was, is] = [before, after].map(({ view }) => linesOf(view.aligned))
  return is.length > was.length ? t('three_musketeers.moment.line') : null
}

/** @param {Translate} t @param {() => readonly string[]} fatal the squares of fatal captures @returns {SquareFamily} */
function squareFamily(t, fatal) {
  return {
    label: t('three_musketeers.board'),
    rows: ROWS,
    read: (frame) => parsePosition(frame.view.position),
    picture: ({ piece }) => (piece === 'M' ? musketeer() : man()),
    shade: (square) => ((FILES.indexOf(square[0]) + Number(square[1])) % 2 ? 'dark' : 'light'),
    marks: (square) =>
      fatal().includes(square)
        ? { 'data-fatal': true, 'aria-description': t('three_musketeers.cell.fatal') }
        : {},
    name: (square, thing, whose) => {
      const piece = `three_musketeers.piece.${thing?.piece ?? 'none'}`
      const owner = thing ? whose(thing.owner) : null
      const what = t(owner ? `${piece}.${owner}` : piece)
      return t('three_musketeers.cell', { place: square, what })
    },
  }
}

/**
 * Returns why the picked piece cannot go to `square`; null: nothing is picked.
 * @param {string} square
 * @param {State} frame
 * @param {readonly string[]} picked
 * @param {Translate} t
 */
function refuse(square, frame, [from], t) {
  if (!from) return null
  const [x, y] = [0, 1].map((axis) => Math.abs(coordinates(from)[axis] - coordinates(square)[axis]))
  if (x + y !== 1) return t('three_musketeers.refused.one_step')
  const captures = parsePosition(frame.view.position).get(from)?.piece === 'M'
  return t(`three_musketeers.refused.${captures ? 'must_capture' : 'must_step_to_empty'}`)
}

/** @param {string} square */
const coordinates = (square) => [FILES.indexOf(square[0]), Number(square[1])]

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
    t('three_musketeers.describe.row', { which: row[0], count: row[1] }),
    t('three_musketeers.describe.column', {
      which: column[0],
      count: column[1],
    }),
  ]
}
