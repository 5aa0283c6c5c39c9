// Where the cards of one pile lie on the screen: fanned with folds, or on each other; where the next one would lie; and how
// large an index fits the strip of a card that stays in view.

import { el, set } from '../core/dom.js'
import { fan } from './fan-layout.js'

const OVERLAP = 0.5 // of a card's width: how far beside the last card the next one would come to lie
const INDEX = 0.31 // of a card's width: what its index takes up
const SMALL = 60 // px; the index of narrower cards grows with their strip
const CLOSE = 34 // px beside an opened row, for what closes it

/** Lays the cards of a pile, its folds and the mark of a target; answers whether it has folds. `card`: the size of a card
 * in px; `runs`: those of a fanned pile; null: its cards lie on each other. `open`: its folds are.
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
    ? fan({ ...row, available: available - CLOSE, open })
    : closed
  for (const [index, name] of cards.entries())
    layer.lay(name, laid.spots[index])
  cell.folds.replaceChildren(
    ...laid.folds.map(foldElement),
    ...(opened ? [closeElement()] : []),
  )
  const strip = stripOf(laid) ?? width
  const scale = Math.min(strip / (INDEX * width), width < SMALL ? 1.45 : 1)
  cell.pile.style.setProperty('--index', scale.toFixed(2))
  const [x, y] = laid.spots.at(-1) ?? [0, 0]
  const next =
    runs && count ? Math.min(x + width * OVERLAP, available - width) : x
  cell.mark.style.transform = `translate(${next}px, ${y}px)`
  set(cell.button, { 'data-open': opened })
  if (opened) stayInside(cell.button, y + height)
  return closed.folds.length > 0
}

/** The narrowest strip outside of folds; undefined: there is none. @param {import('./fan-layout.js').Fan} laid */
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

/** An opened row grows downward, or upward where it would leave the board. @param {HTMLElement} row @param {number} height */
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

/** Cards that lie on each other. @param {number} count @returns {import('./fan-layout.js').Fan} */
const stacked = (count) => ({
  spots: Array.from({ length: count }, () => [0, 0]),
  folds: [],
})
