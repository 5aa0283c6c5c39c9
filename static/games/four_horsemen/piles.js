// Deck and reserve, with the warning of a low deck.

import { called } from '../../boards/cards/cards.js'
import { el, set } from '../../core/dom.js'
import { cardPicture, drawnText } from './art.js'
import { cell, update } from './cells.js'
import { LOW_DECK } from './places.js'

/** @import { HorsemenView, TableState } from './types.d.ts' */

const CARDS_AN_EDGE = 9 // cards of the deck that are drawn as one edge

export class Piles {
  /** @param {Translate} t */
  constructor(t) {
    this.t = t
    this.deck = cell('pile deck', 'deck')
    this.reserve = cell('pile reserve', 'reserve')
    this.cells = [this.deck, this.reserve]
    this.warning = el('p', { class: 'warning low', 'data-warning': 'deck' })
  }

  /** @param {TableState} state */
  show({ view, offered, still }) {
    const low = !still && view.deck <= LOW_DECK && view.horsemen.some(Boolean)
    this.warning.textContent = low
      ? `⚠ ${this.t('four_horsemen.warn.deck', { count: view.deck })}`
      : ''
    this.#showDeck(view, offered('draw'))
    this.#showReserve(view, offered('reserve'))
    for (const node of this.cells)
      set(node, { 'aria-disabled': node.dataset.word ? null : 'true' })
  }

  /** @param {HorsemenView} view @param {boolean} offered */
  #showDeck({ deck: count }, offered) {
    const { t } = this
    update(this.deck, String(count), () => [
      el(
        'span',
        { class: 'heap', 'data-edges': Math.ceil(count / CARDS_AN_EDGE) },
        count > 0 && el('span', { class: 'back' }),
        el('b', { class: 'plate' }, t('four_horsemen.draw')),
      ),
      el(
        'span',
        { class: 'caption' },
        drawnText('', t('four_horsemen.left', { count })),
      ),
    ])
    set(this.deck, {
      'data-word': offered && 'draw',
      'aria-label': t('four_horsemen.cell.deck', { count }),
    })
  }

  /** @param {HorsemenView} view @param {boolean} offered */
  #showReserve({ reserve: card, taken }, offered) {
    const { t } = this
    const empty = taken ? 'four_horsemen.taken' : 'four_horsemen.none'
    update(this.reserve, `${card}${taken}`, () => [
      el('span', { class: 'heap' }, card && cardPicture(card)),
      card
        ? el('span', { class: 'caption' }, t('four_horsemen.reserve'))
        : el('span', { class: 'caption' }, drawnText('', t(empty))),
    ])
    set(this.reserve, {
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
