// Danger of a line, in drawings and words: lines with two musketeers, captures that would bring the third onto one, and the
// meter, which is shown only when two are in line.

import { present } from '../../board/places.js'
import { computed, html } from '../../vendor/preact.js'
import { fatalSquares, isNeedlesslyFatal, linesOf, lineThrough, squaresOf } from './position.js'

/** @import { SquareBoard } from '../../board/square-board.js' */
/** @import { MusketeersState, MusketeersView } from './position.js' */

/** The view that a board shows, and the squares of fatal captures by the picked musketeer, else by any; null: it shows nothing
 * yet. @typedef {ReturnType<typeof dangerOn>} Danger */

/** @param {SquareBoard} board */
export const dangerOn = (board) =>
  computed(() => {
    const { frame } = board.shown.value ?? {}
    if (!frame) return null
    const { view } = /** @type {MusketeersState} */ (frame)
    return { view, fatal: fatalSquares(view, board.services.picks.words[0]) }
  })

/** Draws the lines under the pieces while the game goes on. @param {{ board: SquareBoard, danger: Danger }} props */
export function LinesUnder({ board, danger: { value: danger } }) {
  const lines = danger && !isAligned(danger.view) && lineDrawings(board, danger)
  return html`
    <svg class="overlay under" viewBox=${board.viewBox} aria-hidden="true">${lines}</svg>`
}

/** Draws the marks of fatal captures, and the line through all three in front of the pieces.
 * @param {{ board: SquareBoard, danger: Danger }} props */
export function LinesOver({ board, danger: { value: danger } }) {
  if (!danger) return null
  return html`
    ${isAligned(danger.view) && lineDrawings(board, danger)}
    ${danger.fatal.map((square) => fatalMark(board.spot(square)))}`
}

/** @param {MusketeersView} view */
const isAligned = ({ aligned }) => linesOf(aligned, 3).length > 0

/** Draws a thin dashed line on each row or column with two musketeers, a thick one if a capture would bring the third onto
 * it, a solid one through all three.
 * @param {SquareBoard} board @param {{ view: MusketeersView, fatal: readonly string[] }} danger */
function lineDrawings(board, { view, fatal }) {
  return linesOf(view.aligned).map(({ kind, which, count }) => {
    const near = fatal.some((square) => square.includes(which))
    const ends = kind === 'row' ? [`a${which}`, `e${which}`] : [`${which}1`, `${which}5`]
    const [[x1, y1], [x2, y2]] = ends.map((square) => board.spot(square).map((cell) => cell + 0.5))
    const place = { x1, y1, x2, y2, ...present({ 'data-count': count, 'data-near': near }) }
    return html`
      <line class="strike-edge" ...${place} />
      <line class="strike" ...${place} />`
  })
}

/** Draws the mark of a fatal capture: a tab with three discs on a line, in the corner of its square.
 * @param {Point} place */
const fatalMark = ([x, y]) => html`
  <g class="fatal" transform=${`translate(${x + 0.56} ${y + 0.14})`}>
    <rect x="-0.3" y="-0.12" width="0.6" height="0.24" rx="0.12" />
    <path d="M-.2 0H.2" />
    ${[-0.17, 0, 0.17].map((cx) => html`<circle cx=${cx} r="0.065" />`)}
  </g>`

/** The lines with two musketeers, with three pips each, and the effect of the marked captures.
 * @param {{ board: SquareBoard, danger: Danger }} props */
export function DangerMeter({ board, danger: { value: danger } }) {
  const { t, picks } = board.services
  const sentence = danger && fatalSentence(danger.view, picks.words[0], board.pointed.value, t)
  return html`
    <div class="three-musketeers meter">
      <div class="lines">
        ${
          danger &&
          linesOf(danger.view.aligned).map(
            ({ kind, which, count }) => html`
              <p class="line" data-count=${count}>
                <span aria-hidden="true">
                  ${[1, 2, 3].map(
                    (pip) => html`<i class="pip" data-on=${pip <= count ? '' : undefined} />`,
                  )}
                </span>
                ${t(`three_musketeers.meter.${kind}`, { which, count })}
              </p>`,
          )
        }
      </div>
      <p class="warning" hidden=${!sentence}>${sentence}</p>
    </div>`
}

/** Returns the warning before a needlessly fatal capture in a game with a bot that warns: once made, it ends the game.
 * @param {string} move @param {MusketeersState | null} frame @param {Translate} t */
export function fatalWarning(move, frame, t) {
  if (frame?.warning === undefined || !isNeedlesslyFatal(move, frame)) return null
  const [from, to] = move.split(' ')
  return fatalSentence(frame.view, from, to, t)
}

/** Returns what the capture under the pointer, else the marked captures would do; '': there is none.
 * @param {MusketeersView} view @param {string | undefined} picked @param {string | null} over @param {Translate} t */
function fatalSentence(view, picked, over, t) {
  const fatal = fatalSquares(view, picked)
  if (!fatal.length) return ''
  if (!over || !fatal.includes(over)) return t('three_musketeers.fatal', { count: fatal.length })
  const musketeers = squaresOf(view.position, 'M')
  const movers = picked ? [picked] : musketeers
  const line = movers
    .map((mover) => musketeers.filter((square) => square !== mover))
    .map((others) => lineThrough([...others, over]))
    .find((one) => one !== null)
  const { kind, which } = line ?? linesOf(view.aligned)[0]
  return t(`three_musketeers.fatal.${kind}`, { square: over, which })
}
