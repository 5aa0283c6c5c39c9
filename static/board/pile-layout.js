// Layout of one pile: cards fanned with folds, or stacked; the place of the next card; and the size of the index that fits
// the visible strip of a card.

import { fan } from './fan-layout.js'

const NEXT_OFFSET = 0.5 // of a card's width, from the last card to the next one
const INDEX_WIDTH = 0.31 // of a card's width
export const SMALL_CARD_PX = 60 // the index of narrower cards grows with their strip
const CLOSE_WIDTH_PX = 34 // beside an opened row, for its close button

/** `next`: where the next card goes; `index`: the scale of the cards' index; `opened`: whether the folds are open; `height`:
 * of the pile in px. @typedef {import('./fan-layout.js').Fan & { next: Point, index: string, opened: boolean, height: number }}
 *   PileLayout */

/** Lays the cards of a pile and its folds. `card`: the size of a card in px; `runs`: of a fanned pile, null: stacked; `open`:
 * whether the folds are open, if there are any; `available`: the width in px.
 * @param {{count: number, card: {width: number, height: number}, runs: Run[] | null, open: boolean, available: number}} pile
 * @returns {PileLayout} */
export function layoutOf({ count, card, runs, open, available }) {
  const { width, height } = card
  const row = { count, width, height, available, runs: runs ?? [], open: false }
  const closed = runs ? fan(row) : stacked(count)
  const opened = open && closed.folds.length > 0
  const laid = opened ? fan({ ...row, available: available - CLOSE_WIDTH_PX, open }) : closed
  const strip = stripOf(laid) ?? width
  const scale = Math.min(strip / (INDEX_WIDTH * width), width < SMALL_CARD_PX ? 1.45 : 1)
  const [x, y] = laid.spots.at(-1) ?? [0, 0]
  const next = runs && count ? Math.min(x + width * NEXT_OFFSET, available - width) : x
  return { ...laid, next: [next, y], index: scale.toFixed(2), opened, height: y + height }
}

/** Returns the narrowest strip outside folds; undefined: there is none. @param {import('./fan-layout.js').Fan} laid */
function stripOf({ spots, folds }) {
  const strips = spots
    .slice(1)
    .map(([x], index) => x - spots[index][0])
    .filter(
      (strip, index) => strip > 0 && !folds.some(({ from, to }) => from <= index && index <= to),
    )
  return strips.length ? Math.min(...strips) : undefined
}

/** Keeps an opened row inside the board: it grows upward where it would leave it below. @param {HTMLElement} row @param {number} height */
export function stayInside(row, height) {
  const board = row.offsetParent?.clientHeight ?? 0
  const beyond = row.offsetTop + height - board
  row.style.setProperty('--open-height', `${height}px`)
  row.style.setProperty('--open-shift', `${Math.min(0, -beyond)}px`)
}

/** Returns the layout of stacked cards. @param {number} count @returns {import('./fan-layout.js').Fan} */
const stacked = (count) => ({
  spots: Array.from({ length: count }, () => [0, 0]),
  folds: [],
})
