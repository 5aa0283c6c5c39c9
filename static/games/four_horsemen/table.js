// Table of Four Horsemen: a grid of horsemen, stacks, deck and reserve, with the sums and the hand below. Buttons are created
// once. The table only shows its state; input.js handles presses.

import { called } from '../../boards/cards/cards.js'
import { el, set } from '../../core/dom.js'
import {
  cardPicture,
  countsText,
  drawnCardText,
  drawnText,
  horse,
} from './art.js'
import { Calculator } from './calculator.js'
import { cell, update } from './cells.js'
import { Hand } from './hand.js'
import { Piles } from './piles.js'
import { cardValue, countOf, HORSEMEN, STACKS } from './places.js'

/** @import { Stack, TableState } from './types.d.ts' */

const MAX_COVERED = 4 // covered cards drawn under a top

export class Table {
  /** @param {{t: Translate}} services */
  constructor({ t }) {
    this.t = t
    this.horsemen = HORSEMEN.map((place) => cell('horseman', place))
    this.stacks = STACKS.map((place) => cell('stack', place))
    this.piles = new Piles(t)
    /** @type {HTMLElement[][]} */
    this.rows = [this.horsemen, this.stacks, this.piles.cells]
    this.calculator = new Calculator(t)
    this.hand = new Hand(t)
    this.counts = el('span', {})
    this.full = el('span', { class: 'warning', 'data-warning': 'stacks' })
    /** @param {string} kind @param {HTMLElement[]} cells */
    const row = (kind, cells) =>
      el(
        'div',
        {
          role: 'row',
          class: `cards-row ${kind}`,
          'aria-label': t(`four_horsemen.row.${kind}`),
        },
        cells,
      )
    const grid = el(
      'div',
      { role: 'grid', class: 'lines', 'aria-label': t('four_horsemen.board') },
      row('horsemen', this.horsemen),
      row('stacks', this.stacks),
      row('piles', this.piles.cells),
    )
    this.layout = el(
      'div',
      { class: 'layout' },
      el('p', { class: 'head-stacks' }, this.counts, this.full),
      grid,
      this.calculator.chips,
      this.calculator.element,
      this.hand.element,
      this.piles.warning,
    )
    this.element = el(
      'div',
      { class: 'board four-horsemen playing-cards' },
      this.layout,
    )
  }

  /** @param {TableState} state */
  show(state) {
    set(this.layout, { 'data-still': state.still })
    this.#showHorsemen(state)
    this.#showStacks(state)
    this.piles.show(state)
    this.calculator.show(state)
    this.hand.show(state)
  }

  /** @param {TableState} state */
  #showHorsemen({ view, last, matches, open, pending }) {
    const { t } = this
    this.horsemen.forEach((node, index) => {
      const one = view.horsemen[index]
      const name = HORSEMEN[index]
      const match = matches.has(name)
      update(node, one ? one.cards.join('') : '-', () =>
        one ? rider(one, t) : fallen(t),
      )
      const key = match && open ? 'match' : 'horseman'
      const [tens, units] = one?.cards.map((card) => called(card, t)) ?? []
      set(node, {
        'aria-label': t(`four_horsemen.cell.${one ? key : 'defeated'}`, {
          number: index + 1,
          value: one?.value,
          tens,
          units,
        }),
        'data-word': match && open && name,
        'data-match': match,
        'data-gone': !one,
        'data-last': last[0] === 'beat' && last[1] === name,
        'data-pending': pending?.startsWith(`beat ${name} `),
      })
    })
  }

  /** @param {TableState} state */
  #showStacks(state) {
    const { t } = this
    const { view } = state
    const count = view.stacks.length
    this.counts.textContent = t('four_horsemen.stacks', { count })
    this.full.textContent =
      count < 5 || state.still
        ? ''
        : `⚠ ${t(`four_horsemen.warn.stacks.${count}`)}`
    this.stacks.forEach((node, index) => {
      const stack = view.stacks[index]
      if (stack) this.#showStack(node, index, stack, state)
      else this.#showEmptyStack(node, index)
    })
  }

  /**
   * @param {HTMLElement} node
   * @param {number} index
   * @param {Stack} stack
   * @param {TableState} state
   */
  #showStack(node, index, stack, { view, last, builder, pending }) {
    const { t } = this
    const count = view.stacks.length
    const { top } = stack
    const under = countOf(stack.under)
    const hidden = !Array.isArray(stack.under)
    const used = builder.chipWith(top) !== undefined
    const picked = builder.picked === top
    update(node, `${top}${under}${hidden}`, () => [
      el(
        'span',
        { class: 'heap' },
        covered(Math.min(under, MAX_COVERED), hidden),
        cardPicture(top),
      ),
      el(
        'span',
        { class: 'caption' },
        countsText(top),
        drawnText('under', t('four_horsemen.under', { count: under })),
      ),
    ])
    set(node, {
      'aria-label': t(`four_horsemen.cell.${used ? 'used' : 'stack'}`, {
        number: index + 1,
        card: called(top, t),
        counts: cardValue(top),
        count: under,
      }),
      'aria-selected': String(picked),
      'data-part': !used && top,
      'data-piece': top,
      'data-owner': 0,
      'data-suit': top[1],
      'data-used': used,
      'data-picked': picked,
      'data-last': last[0] === 'play' && index === count - 1,
      'data-pending': used && pending?.startsWith('beat '),
    })
  }

  /** @param {HTMLElement} node @param {number} index */
  #showEmptyStack(node, index) {
    update(node, '-', () => [
      el('span', { class: 'heap' }, drawnText('number', index + 1)),
      el('span', { class: 'caption' }),
    ])
    const label = this.t('four_horsemen.cell.free', { number: index + 1 })
    set(node, { ...NO_STACK, 'aria-label': label })
  }
}

/** Creates a horseman's card: his value over the horse, and the two cards that make it.
 * @param {{cards: string[], value: number}} one @param {Translate} t */
const rider = ({ cards, value }, t) => [
  horse(),
  el('span', { class: 'worth' }, String(value)),
  el('span', { class: 'pair' }, cards.map(drawnCardText)),
  el(
    'span',
    { class: 'pictures', 'aria-hidden': 'true' },
    cards.map(cardPicture),
  ),
  drawnText('seal', t('four_horsemen.defeat.short')),
]

/** Creates the place of a defeated horseman. @param {Translate} t */
const fallen = (t) => [
  horse(),
  drawnText('worth', '✓'),
  drawnText('seal', t('four_horsemen.defeated.short')),
]

/** Creates the edges of the cards under a top, face down if they are hidden. @param {number} count @param {boolean} hidden */
const covered = (count, hidden) =>
  Array.from({ length: count }, (_, index) =>
    el('i', {
      class: hidden ? 'covered back' : 'covered',
      'data-depth': count - index,
    }),
  )

/** Attributes of a stack, to be removed from an empty place. */
const NO_STACK = Object.fromEntries(
  [
    'aria-selected',
    'data-part',
    'data-piece',
    'data-owner',
    'data-suit',
    'data-used',
    'data-picked',
    'data-last',
    'data-pending',
  ].map((name) => [name, null]),
)
