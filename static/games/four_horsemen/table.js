// The table of Four Horsemen: a grid of horsemen, stacks, deck and reserve, and beside it the calculator and the hand.
// Buttons are made once. The table only shows its state; what a press means is decided in board.js.

import { called } from '../../boards/cards/cards.js'
import { el, set } from '../../core/dom.js'
import {
  cardPicture,
  cardValue,
  drawnCardText,
  drawnText,
  horse,
} from './art.js'
import { Calculator } from './calculator.js'
import { Hand } from './hand.js'

/** @import { Hideable, HorsemenView, Stack, TableState } from './types.d.ts' */

export const HORSEMEN = ['h1', 'h2', 'h3', 'h4']
export const STACKS = ['s1', 's2', 's3', 's4', 's5', 's6']
export const LOW_DECK = 3 // cards in the deck from which on the table warns

/** How many cards; the memory variant shows only that. @param {Hideable} cards */
export const countOf = (cards) => (Array.isArray(cards) ? cards.length : cards)

/** @param {string} kind @param {string} place */
const cell = (kind, place) =>
  el('button', {
    type: 'button',
    role: 'gridcell',
    class: `place ${kind}`,
    tabindex: '-1',
    'data-sq': place,
  })

/** Gives `node` new children when `key`, which stands for what it shows, has changed.
 * @param {HTMLElement} node @param {string} key @param {() => (Node | string | null | undefined)[]} content */
function update(node, key, content) {
  if (node.dataset.key === key) return
  node.dataset.key = key
  node.replaceChildren(...content().filter((child) => child != null))
}

export class Table {
  /** @param {{t: Translate}} services */
  constructor({ t }) {
    this.t = t
    this.horsemen = HORSEMEN.map((place) => cell('horseman', place))
    this.stacks = STACKS.map((place) => cell('stack', place))
    this.piles = ['deck', 'reserve'].map((place) => cell('pile', place))
    /** @type {HTMLElement[][]} */
    this.rows = [this.horsemen, this.stacks, this.piles]
    this.calculator = new Calculator(t)
    this.hand = new Hand(t)
    this.counts = el('span', {})
    this.full = el('span', { class: 'warning', 'data-warning': 'stacks' })
    this.last = el('span', { class: 'warning', 'data-warning': 'deck' })
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
      row('piles', this.piles),
    )
    const heads = [
      el('p', { class: 'head head-stacks' }, this.counts, this.full),
      el('p', { class: 'head head-piles' }, this.last),
    ]
    this.element = el(
      'div',
      { class: 'board four-horsemen playing-cards' },
      el(
        'div',
        { class: 'layout' },
        heads,
        grid,
        this.calculator.element,
        this.hand.element,
      ),
    )
  }

  /** @param {TableState} state */
  show(state) {
    this.#showHorsemen(state)
    this.#showStacks(state)
    this.#showPiles(state)
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
      update(node, one ? one.cards.join('') : '-', () => [
        horse(),
        one
          ? el('span', { class: 'worth' }, String(one.value))
          : drawnText('worth', '✓'),
        one && el('span', { class: 'pair' }, one.cards.map(drawnCardText)),
        drawnText(
          'seal',
          t(
            one ? 'four_horsemen.defeat.short' : 'four_horsemen.defeated.short',
          ),
        ),
      ])
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
      count < 5 ? '' : `⚠ ${t(`four_horsemen.warn.stacks.${count}`)}`
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
    const used = builder.chipWith(top) !== undefined
    const picked = builder.picked === top
    update(node, `${top}${under}`, () => [
      cardPicture(top),
      drawnText('under', `+${under}`),
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
      'data-depth': Math.min(under, 4),
      'data-last': last[0] === 'play' && index === count - 1,
      'data-pending': used && pending?.startsWith('beat '),
    })
  }

  /** @param {HTMLElement} node @param {number} index */
  #showEmptyStack(node, index) {
    update(node, '-', () => [drawnText('', index + 1)])
    const label = this.t('four_horsemen.cell.free', { number: index + 1 })
    set(node, { ...NO_STACK, 'aria-label': label })
  }

  /** @param {TableState} state */
  #showPiles({ view, offered }) {
    const { t } = this
    const [deck, reserve] = this.piles
    const low = view.deck <= LOW_DECK && view.horsemen.some(Boolean)
    this.last.textContent = low
      ? `⚠ ${t('four_horsemen.warn.deck', { count: view.deck })}`
      : ''
    update(deck, String(view.deck), () => [
      el('span', {
        class: 'back',
        'data-left': Math.min(view.deck, LOW_DECK + 1),
      }),
      label(
        t('four_horsemen.draw'),
        drawnText('', t('four_horsemen.left', { count: view.deck })),
      ),
    ])
    set(deck, {
      'data-word': offered('draw') && 'draw',
      'aria-label': t('four_horsemen.cell.deck', { count: view.deck }),
    })
    this.#showReserve(reserve, view, offered('reserve'))
    for (const node of this.piles)
      set(node, { 'aria-disabled': node.dataset.word ? null : 'true' })
  }

  /** @param {HTMLElement} node @param {HorsemenView} view @param {boolean} offered */
  #showReserve(node, { reserve: card, taken }, offered) {
    const { t } = this
    const empty = taken ? 'four_horsemen.taken' : 'four_horsemen.none'
    update(node, `${card}${taken}`, () => [
      el('span', { class: 'sideways' }, card && cardPicture(card)),
      label(
        t('four_horsemen.take'),
        card ? drawnCardText(card) : drawnText('', t(empty)),
      ),
    ])
    set(node, {
      'data-word': offered && 'reserve',
      'aria-label': t(
        card ? 'four_horsemen.cell.reserve' : 'four_horsemen.cell.reserve.none',
        { card: card ? called(card, t) : undefined },
      ),
      'data-piece': card,
      'data-owner': card && 0,
      'data-suit': card?.[1],
    })
  }
}

/** The attributes that only a stack has. */
const NO_STACK = Object.fromEntries(
  [
    'aria-selected',
    'data-part',
    'data-piece',
    'data-owner',
    'data-suit',
    'data-used',
    'data-picked',
    'data-depth',
    'data-last',
    'data-pending',
  ].map((name) => [name, null]),
)

/** @param {string} what @param {Child} detail */
const label = (what, detail) =>
  el('span', { class: 'label' }, el('b', {}, what), el('small', {}, detail))
