// A board of squares as drawn: a grid of buttons that carry the full names and keep their elements, so that the focus
// survives every update; the pieces above it, moved by transform; overlays for lines and paths.

import { useFocusKept } from '../kit/keep-focus.js'
import { html, useComputed, useLayoutEffect, useRef, useSignalEffect } from '../vendor/preact.js'
import { AnalysisMoves, Annotations, Path, Pointers } from './arrows.js'
import { PieceLayer } from './pieces.js'
import { listenToPlaces, placeOf, present } from './places.js'

/** @typedef {import('./square-board.js').SquareBoard} SquareBoard */

/** Shows the board with its layers: `ground` under the pieces, `over` in the overlay above them, `above` all of it.
 * @param {{ board: SquareBoard, ground?: Content, over?: Content, above?: Content } & Attributes} props */
export function Squares({ board, ground, over, above, class: name, ...attributes }) {
  const area = useRef(/** @type {HTMLElement | null} */ (null))
  const grid = useRef(/** @type {HTMLElement | null} */ (null))
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    if (area.current && grid.current) board.drawn = { area: area.current, grid: grid.current }
    const ends = [listen(board, /** @type {HTMLElement} */ (element.current)), fit(board)]
    return () => {
      for (const end of ends) end()
      board.drawn = null
    }
  }, [])
  useSignalEffect(() => {
    if (board.services.picks.words) board.settle()
  })
  const { picks } = board.services
  return html`
    <div
      ref=${element}
      class=${`board ${name ?? ''}`.trim()}
      ...${present({ 'data-flipped': board.flipped, 'data-lit': board.lit.value, ...attributes })}
    >
      <div
        ref=${area}
        class="squares"
        style=${{ '--columns': board.width, '--rows': board.depth }}
        ...${present({ 'data-picking': picks.words.length > 0 })}
      >
        <${Cells} board=${board} place=${grid} />
        ${ground}
        <${PieceLayer} board=${board} />
        <svg class="overlay" viewBox=${board.viewBox} aria-hidden="true" focusable="false">${over}</svg>
        ${above}
        <${AnalysisMoves} board=${board} />
        <${Path} board=${board} />
        <${Annotations} board=${board} />
        <${Pointers} board=${board} />
      </div>
      <${Loupe} board=${board} />
    </div>`
}

/** @param {{ board: SquareBoard, place: { current: HTMLElement | null } }} props */
function Cells({ board, place }) {
  useFocusKept(place)
  const { family, flipped } = board
  const rows = family.rows.map((row, index) => ({ row, index }))
  if (flipped) rows.reverse()
  return html`
    <div ref=${place} role="grid" class="cells" aria-label=${family.label}>
      ${rows.map(
        ({ row, index }, y) => html`
          <div key=${index} role="row" class="row">
            ${(flipped ? [...row].reverse() : row).map((name, x) =>
              name === null
                ? hole(family, x)
                : html`
                  <${Cell}
                    key=${name}
                    board=${board}
                    place=${name}
                    left=${x === 0}
                    bottom=${y === rows.length - 1}
                  />`,
            )}
          </div>`,
      )}
    </div>`
}

/** @param {SquareFamily} family @param {number} index */
const hole = ({ outside }, index) => html`
  <span
    key=${`hole ${index}`}
    class="hole"
    role=${outside ? 'gridcell' : 'presentation'}
    aria-label=${outside}
  />`

/** A cell; it is drawn anew only when what it shows has changed. Coordinates are in the cells of the left column and the
 * bottom row. @param {{ board: SquareBoard, place: string, left: boolean, bottom: boolean }} props */
function Cell({ board, place, left, bottom }) {
  const { family } = board
  const { attributes, mark, face } = useComputed(() => board.cells.value.get(place)).value ?? {}
  const isTabStop = useComputed(() => board.tabStop.value === place).value
  const isOver = useComputed(() => board.over.value === place).value
  const own = present({
    'data-file': !family.bare && bottom && place[0],
    'data-rank': !family.bare && left && place.slice(1),
    'data-over': isOver,
  })
  return html`
    <button
      type="button"
      role="gridcell"
      data-sq=${place}
      class=${`cell ${family.shade?.(place) ?? ''}`}
      tabindex=${isTabStop ? 0 : -1}
      ...${own}
      ...${attributes}
    >
      ${face?.content}
      ${mark && html`<span class=${`mark mark-${mark}`} data-mark=${mark} aria-hidden="true" />`}
    </button>`
}

/** The name of the square under a finger. @param {{ board: SquareBoard }} props */
function Loupe({ board }) {
  const shown = board.loupe.value
  if (!shown) return null
  const style = { left: `${shown.left}px`, top: `${shown.top}px` }
  return html`<div class="loupe" data-loupe aria-hidden="true" style=${style}>${shown.place}</div>`
}

/** Listens to pointer, finger and keys; returns what ends it. @param {SquareBoard} board @param {HTMLElement} element */
function listen(board, element) {
  const { picks } = board.services
  const { grid } = /** @type {{ grid: HTMLElement }} */ (board.drawn)
  const dragging = listenToPlaces(board, element, {
    word: (place) => board.word(place),
    back: () => board.clearAnnotations(),
    lift: (place) => board.lift(place),
    over: (place, event) => board.hover(place, event),
    slides: () => board.interactive && picks.words.length > 0,
    point: (place) => board.point(place),
    drop: (place) => board.drop(place),
    draw: (from, to, how) => board.draw(from, to, how),
  })
  grid.addEventListener('click', (event) => {
    const place = placeOf(event)
    if (place) board.point(place)
  })
  grid.addEventListener('keydown', (event) => {
    const place = placeOf(event)
    if (place) board.arrow(event, place)
  })
  for (const type of ['pointerover', 'focusin'])
    grid.addEventListener(type, (event) => {
      board.pointed.value = placeOf(event)
    })
  for (const type of ['pointerleave', 'focusout'])
    grid.addEventListener(type, () => {
      board.pointed.value = null
    })
  const unsubscribe = board.pieces.subscribe(() =>
    dragging.check((place, node) => board.node(place) === node),
  )
  return () => {
    unsubscribe()
    dragging.leave()
  }
}

/** Keeps cells a whole number of device pixels, and the board on whole ones; returns what ends it.
 * @param {SquareBoard} board */
function fit(board) {
  const { area } = /** @type {{ area: HTMLElement }} */ (board.drawn)
  const snap = () => {
    const { style } = area
    const [left, top] = [style.left, style.top].map((px) => parseFloat(px) || 0)
    const box = area.getBoundingClientRect()
    const part = (/** @type {number} */ at) =>
      ((((at * devicePixelRatio) % 1) + 1) % 1) / devicePixelRatio
    style.left = `${-part(box.left + scrollX - left)}px`
    style.top = `${-part(box.top + scrollY - top)}px`
  }
  const resize = () => {
    area.style.setProperty('--pixel', `${1 / devicePixelRatio}px`)
    snap()
  }
  const resized = new ResizeObserver(() => {
    board.setConfirming()
    snap()
  })
  resized.observe(area)
  window.addEventListener('resize', resize) // zooming the page changes the ratio too
  resize()
  return () => {
    resized.disconnect()
    window.removeEventListener('resize', resize)
  }
}
