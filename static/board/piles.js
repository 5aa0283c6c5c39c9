// A board of piles as drawn: every pile is one button that carries the full name and keeps its element, so that the focus
// survives every update; its cards are visual only. One tab stop; arrows go to the next pile; holding the key of a rank or
// suit marks and names its cards.

import { closest } from '../core/dom.js'
import { html, useLayoutEffect, useRef } from '../vendor/preact.js'
import { findByHolding } from './find-cards.js'
import { pileKeys } from './pile-keys.js'
import { SMALL_CARD_PX } from './pile-layout.js'
import { listenToPlaces, placeOf, present } from './places.js'

/** @typedef {import('./piles-board.js').PilesBoard} PilesBoard */

const NARROW_CARD_PX = 100 // narrower cards have no lower index

/** @param {{ board: PilesBoard, class?: string }} props */
export function Piles({ board, class: name = '' }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null))
  const grid = useRef(/** @type {HTMLElement | null} */ (null))
  useLayoutEffect(() => {
    const area = /** @type {HTMLElement} */ (grid.current)
    board.drawn = { area, grid: area }
    const end = listen(board, /** @type {HTMLElement} */ (element.current), area)
    const resized = new ResizeObserver(() => board.shown.peek() && board.lay())
    resized.observe(area)
    return () => {
      end()
      resized.disconnect()
      board.drawn = null
    }
  }, [])
  const { family } = board
  const width = board.cardWidth.value
  return html`
    <div
      ref=${element}
      class=${`board playing-cards ${name}`}
      ...${present({ 'data-lit': board.lit.value })}
    >
      <div
        ref=${grid}
        role="grid"
        class="card-piles"
        aria-label=${family.label}
        ...${present({
          'data-small': width !== null && width < SMALL_CARD_PX,
          'data-narrow': width !== null && width < NARROW_CARD_PX,
          'data-picking': board.services.picks.words.length > 0,
          'data-ended': board.shown.value?.frame.status === 'ended',
          'data-finding': board.finding.value,
        })}
      >
        ${family.lines.map(
          (line, index) => html`
            <div key=${index} role="row" class="row">
              ${line.map((place) => html`<${Pile} key=${place} board=${board} place=${place} />`)}
            </div>`,
        )}
      </div>
    </div>`
}

/** A pile; the layer of the cards fills its `.pile`. @param {{ board: PilesBoard, place: string }} props */
function Pile({ board, place }) {
  const { family } = board
  const layout = board.layouts.value.get(place)
  const mark = layout && `translate(${layout.next[0]}px, ${layout.next[1]}px)`
  return html`
    <button
      type="button"
      role="gridcell"
      class="place"
      data-sq=${place}
      tabindex=${board.tabStop.value === place ? 0 : -1}
      ...${present({
        'data-tag': family.tag?.(place),
        'data-over': board.over.value === place,
        'data-open': layout?.opened,
        ...board.cells.value.get(place),
      })}
    >
      ${family.sign?.(place)}
      <span class="vacant" aria-hidden="true" ...${present({ 'data-takes': family.vacant?.(place) })} />
      <span class="pile" aria-hidden="true" style=${{ '--index': layout?.index }} />
      <span class="folds" aria-hidden="true">
        ${layout?.folds.map(
          ({ x, width, from, to }) => html`
            <span
              class="fold"
              data-fold=${to - from + 1}
              style=${{ transform: `translateX(${x}px)`, width: `${width}px` }}
            />`,
        )}
        ${layout?.opened && html`<span class="unfold" data-close />`}
      </span>
      <span class="mark mark-to" aria-hidden="true" style=${{ transform: mark }} />
    </button>`
}

/** Listens to pointer, finger and keys; returns what ends it.
 * @param {PilesBoard} board @param {HTMLElement} element @param {HTMLElement} grid */
function listen(board, element, grid) {
  element.addEventListener('click', (event) => {
    const place = placeOf(event)
    if (!place) board.services.picks.back()
    else if (closest(event, '[data-fold], [data-close]')) board.unfold(place)
    else board.point(place)
  })
  grid.addEventListener('focusout', () => {
    if (board.finding.peek()) board.find(null)
  })
  pileKeys(grid, {
    arrow: (place, step) => board.arrow(place, step),
    best: (place) => board.point(place, true),
    foundation: (place) => board.foundation(place),
    unfold: (place) => board.unfold(place),
    auto: () => board.auto(),
    find: (wanted) => board.find(wanted),
  })
  findByHolding(grid, {
    find: (card) => board.findNear(card),
    end: () => board.find(null),
  })
  const dragging = listenToPlaces(board, element, {
    word: (place) => board.family.word(place, []),
    lift: (place) => board.lift(place),
    over: (place) => {
      board.over.value = place
    },
    slides: () => false,
    point: (place) => board.point(place),
    drop: (place) => board.drop(place),
  })
  return () => dragging.leave()
}
