// Layout of one pile: cards fanned with folds, or stacked; the place of the next card; and the size of the index that fits
// the visible strip of a card.

import { el, set } from '../core/dom.js'
import { fan } from './fan-layout.js'

const NEXT_OFFSET = 0.5 // of a card's width, from the last card to the next one
const INDEX_WIDTH = 0.31 // of a card's width
const SMALL_CARD_PX = 60 // the index of narrower cards grows with their strip
const CLOSE_WIDTH_PX = 34 // beside an opened row, for its close button

/** Lays the cards of a pile, its folds and the target mark; returns whether it has folds. `card`: the size of a card in px;
 * `runs`: of a fanned pile, null: stacked. `open`: whether the folds are open.
 * @param {import('./card-layer.js').CardLayer} layer @param {PileCell} cell
 * @param {{cards: readonly string[], card: {width: number, height: number}, runs: Run[] | null, open: boolean}} pile */
export function layPile(layer, cell, { cards, card, runs, open }) {
  const { width, height } = card
  const available = cell.pile.clientWidth
  const count = cards.length
  const row = { count, width, height, available, runs: runs ?? [], open: false }
  const closed = runs ? fan(row) : stacked(count)
  const opened = open && closed.folds.length > 0
  const laid = opened
    ? fan({ ...row, available: available - CLOSE_WIDTH_PX, open })
    : closed
  for (const [index, name] of cards.entries())
    layer.lay(name, laid.spots[index])
  cell.folds.replaceChildren(
    ...laid.folds.map(foldElement),
    ...(opened ? [closeElement()] : []),
  )
  const strip = stripOf(laid) ?? width
  const scale = Math.min(
    strip / (INDEX_WIDTH * width),
    width < SMALL_CARD_PX ? 1.45 : 1,
  )
  cell.pile.style.setProperty('--index', scale.toFixed(2))
  const [x, y] = laid.spots.at(-1) ?? [0, 0]
  const next =
    runs && count ? Math.min(x + width * NEXT_OFFSET, available - width) : x
  cell.mark.style.transform = `translate(${next}px, ${y}px)`
  set(cell.button, { 'data-open': opened })
  if (opened) stayInside(cell.button, y + height)
  return closed.folds.length > 0
}

/** Returns the narrowest strip outside folds; undefined: there is none. @param {import('./fan-layout.js').Fan} laid */
function stripOf({ spots, folds }) {
  const strips = spots
    .slice(1)
    .map(([x], index) => x - spots[index][0])
    .filter(
      (strip, index) =>
        strip > 0 &&
        !folds.some(({ from, to }) => from <= index && index <= to),
    )
  return strips.length ? Math.min(...strips) : undefined
}

/** Keeps an opened row inside the board: it grows upward where it would leave it below. @param {HTMLElement} row @param {number} height */
function stayInside(row, height) {
  const board = row.offsetParent?.clientHeight ?? 0
  const beyond = row.offsetTop + height - board
  row.style.setProperty('--open-height', `${height}px`)
  row.style.setProperty('--open-shift', `${Math.min(0, -beyond)}px`)
}

/** @param {import('./fan-layout.js').Fold} fold */
function foldElement({ x, width, from, to }) {
  const node = el('span', { class: 'fold', 'data-fold': to - from + 1 })
  node.style.transform = `translateX(${x}px)`
  node.style.width = `${width}px`
  return node
}

const closeElement = () => el('span', { class: 'unfold', 'data-close': true })

/** Returns the layout of stacked cards. @param {number} count @returns {import('./fan-layout.js').Fan} */
const stacked = (count) => ({
  spots: Array.from({ length: count }, () => [0, 0]),
  folds: [],
})
