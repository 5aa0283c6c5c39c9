// What lies on the table of Four Horsemen: a grid of horsemen, stacks, deck and reserve, and beside it the sums and
// the hand. Buttons that are made once. It shows what it is told; what pointing at a thing means is the board's.

import { called } from '../../boards/cards/cards.js'
import { el, set } from '../../core/dom.js'
import { horse, mark, number, picture, seen } from './art.js'
import { Hand } from './hand.js'
import { Work } from './calculator.js'

export const HORSEMEN = ['h1', 'h2', 'h3', 'h4']
export const STACKS = ['s1', 's2', 's3', 's4', 's5', 's6']
export const CLOSE = 3 // cards in the deck from which on the table warns

const cell = (kind, place) =>
  el('button', {
    type: 'button',
    role: 'gridcell',
    class: `place ${kind}`,
    tabindex: '-1',
    'data-sq': place,
  })

/** Gives `node` new content when what it shows has changed. */
function fill(node, key, children) {
  if (node.dataset.key === key) return
  node.dataset.key = key
  node.replaceChildren(...children().filter(Boolean))
}

export class Table {
  constructor({ t }) {
    this.t = t
    this.horsemen = HORSEMEN.map((place) => cell('horseman', place))
    this.stacks = STACKS.map((place) => cell('stack', place))
    this.piles = ['deck', 'reserve'].map((place) => cell('pile', place))
    this.rows = [this.horsemen, this.stacks, this.piles]
    this.work = new Work(t)
    this.hand = new Hand(t)
    this.counts = el('span', {})
    this.full = el('span', { class: 'warning', 'data-warning': 'stacks' })
    this.last = el('span', { class: 'warning', 'data-warning': 'deck' })
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
      ['horsemen', 'stacks', 'piles'].map((kind) => row(kind, this[kind])),
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
        this.work.element,
        this.hand.element,
      ),
    )
  }

  /** state: {view, last, may(word), ready(move), words, pending, sums, told, beats, open}; `beats`: Map of the horsemen
   * that a merged chip equals to its sum; `open`: whether they may be defeated now. */
  show(state) {
    this.#horsemen(state)
    this.#stacks(state)
    this.#piles(state)
    this.work.show(state)
    this.hand.show(state)
  }

  #horsemen({ view, last, beats, open, pending }) {
    const { t } = this
    this.horsemen.forEach((node, place) => {
      const one = view.horsemen[place]
      const name = HORSEMEN[place]
      const match = beats.has(name)
      fill(node, one ? one.cards.join('') : '-', () => [
        horse(),
        one
          ? el('span', { class: 'worth' }, String(one.value))
          : seen('worth', '✓'),
        one && el('span', { class: 'pair' }, one.cards.map(mark)),
        seen(
          'seal',
          t(
            one ? 'four_horsemen.defeat.short' : 'four_horsemen.defeated.short',
          ),
        ),
      ])
      const key = one ? (match && open ? 'match' : 'horseman') : 'defeated'
      const [tens, units] = one?.cards.map((card) => called(card, t)) ?? []
      set(node, {
        'aria-label': t(`four_horsemen.cell.${key}`, {
          number: place + 1,
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

  #stacks({ view, last, sums, pending }) {
    const { t } = this
    const count = view.stacks.length
    this.counts.textContent = t('four_horsemen.stacks', { count })
    this.full.textContent =
      count < 5 ? '' : `⚠ ${t(`four_horsemen.warn.stacks.${count}`)}`
    this.stacks.forEach((node, place) => {
      const stack = view.stacks[place]
      const top = stack?.top
      const under = stack ? (stack.under.length ?? stack.under) : 0
      const used = stack !== undefined && sums.used(top) !== undefined
      fill(node, stack ? `${top}${under}` : '-', () => [
        stack ? picture(top) : seen('', place + 1),
        stack && seen('under', `+${under}`),
      ])
      const key = stack ? (used ? 'used' : 'stack') : 'free'
      set(node, {
        'aria-label': t(`four_horsemen.cell.${key}`, {
          number: place + 1,
          card: top && called(top, t),
          counts: top && number(top),
          count: under,
        }),
        'aria-selected': stack && (sums.left === top ? 'true' : 'false'),
        'data-part': stack && !used && top,
        'data-piece': top,
        'data-owner': stack && 0,
        'data-suit': top?.[1],
        'data-used': used,
        'data-picked': stack !== undefined && sums.left === top,
        'data-depth': stack && Math.min(under, 4),
        'data-last': last[0] === 'play' && last[1] === top,
        'data-pending': used && pending?.startsWith('beat '),
      })
    })
  }

  #piles({ view, may }) {
    const { t } = this
    const [deck, reserve] = this.piles
    const close = view.deck <= CLOSE && view.horsemen.some(Boolean)
    this.last.textContent = close
      ? `⚠ ${t('four_horsemen.warn.deck', { count: view.deck })}`
      : ''
    fill(deck, String(view.deck), () => [
      el('span', {
        class: 'back',
        'data-left': Math.min(view.deck, CLOSE + 1),
      }),
      label(
        t('four_horsemen.draw'),
        seen('', t('four_horsemen.left', { count: view.deck })),
      ),
    ])
    const card = view.reserve
    fill(reserve, `${card}${view.taken}`, () => [
      el('span', { class: 'sideways' }, card && picture(card)),
      label(
        t('four_horsemen.take'),
        card
          ? mark(card)
          : seen(
              '',
              t(view.taken ? 'four_horsemen.taken' : 'four_horsemen.none'),
            ),
      ),
    ])
    set(deck, {
      'data-word': may('draw') && 'draw',
      'aria-label': t('four_horsemen.cell.deck', { count: view.deck }),
    })
    set(reserve, {
      'data-word': may('reserve') && 'reserve',
      'aria-label': t(
        card ? 'four_horsemen.cell.reserve' : 'four_horsemen.cell.reserve.none',
        { card: card && called(card, t) },
      ),
      'data-piece': card,
      'data-owner': card && 0,
      'data-suit': card?.[1],
    })
    for (const node of this.piles)
      set(node, { 'aria-disabled': node.dataset.word ? null : 'true' })
  }
}

const label = (what, detail) =>
  el('span', { class: 'label' }, el('b', {}, what), el('small', {}, detail))
