// The hand: cards grouped by suit, with brackets around two or more; what the hand waits for; the buttons that draw until a
// pair and play the hand.

import { called, suit } from '../../boards/cards/cards.js'
import { children, el, set } from '../../core/dom.js'
import { either } from '../../core/i18n.js'
import { cardPicture, countsText } from './art.js'
import { STACKS } from './places.js'

/** @import { HorsemenView, TableState } from './types.d.ts' */

/** Groups the cards of a hand by suit, in the order in which the suits came.
 * @param {string[]} hand */
function groupBySuit(hand) {
  const suits = [...new Set(hand.map((card) => card[1]))]
  return suits.flatMap((letter) => hand.filter((card) => card[1] === letter))
}

export class Hand {
  /** @type {Map<string, HTMLElement>} card -> its button */
  #buttons = new Map()

  /** @param {Translate} t */
  constructor(t) {
    this.t = t
    this.hint = el('p', { class: 'hint' })
    this.cards = el('div', {
      class: 'held',
      'data-label': t('four_horsemen.hand'),
    })
    this.pair = el(
      'button',
      {
        type: 'button',
        class: 'place wide pair-draw',
        'data-act': 'draw-pair',
      },
      t('four_horsemen.draw_pair'),
    )
    this.play = el(
      'button',
      { type: 'button', class: 'place wide play', 'data-tool': 'play' },
      t('four_horsemen.play'),
    )
    this.element = el(
      'div',
      { class: 'hand', role: 'group', 'aria-label': t('four_horsemen.hand') },
      this.pair,
      this.hint,
      this.play,
      this.cards,
    )
  }

  /** @param {TableState} state */
  show(state) {
    const { view, offered, drawing } = state
    const cards = groupBySuit(view.hand)
    for (const card of this.#buttons.keys())
      if (!cards.includes(card)) this.#buttons.delete(card)
    const buttons = cards.map((card, index) =>
      this.#updateCard(card, cards[index - 1], cards[index + 1], state),
    )
    children(this.cards, buttons)
    this.cards.style.setProperty('--count', String(cards.length))
    const choosing = state.tokens[0] === 'play'
    this.hint.textContent = this.#hintText(state, choosing)
    set(this.play, {
      'data-word': offered('play') && 'play',
      'data-picked': choosing,
      'aria-pressed': String(choosing),
    })
    set(this.play, {
      'aria-disabled': choosing || this.play.dataset.word ? null : 'true',
    })
    const draws = drawing || (offered('draw') && !view.tops.length)
    set(this.pair, {
      'aria-disabled': draws ? null : 'true',
      'aria-pressed': String(drawing),
      'data-picked': drawing,
    })
  }

  /**
   * Updates the button of a card between its neighbours in the hand, creating it if it is new.
   * @param {string} card
   * @param {string | undefined} before
   * @param {string | undefined} after
   * @param {TableState} state
   */
  #updateCard(card, before, after, { view, last, offered, playable, tokens }) {
    const button = this.#buttons.get(card) ?? cardButton(card)
    this.#buttons.set(card, button)
    const paired = view.tops.includes(card)
    const revealed = ['draw', 'reserve'].includes(last[0])
    const move = `play ${card}`
    return set(button, {
      'aria-label': this.t(
        paired ? 'four_horsemen.cell.top' : 'four_horsemen.cell.card',
        { card: called(card, this.t) },
      ),
      'data-pair':
        paired && bracketPart(before?.[1] === card[1], after?.[1] === card[1]),
      'data-word': tokens[0] === 'play' && offered(card) && card,
      'data-move': tokens.length === 0 && playable(move) && move,
      'data-picked': tokens[1] === card,
      'data-last': revealed && card === view.hand.at(-1),
    })
  }

  /** Returns what the hand waits for, or what can be done with it.
   * @param {TableState} state @param {boolean} choosing whether the top of the new stack is being chosen */
  #hintText({ view: { hand, tops, stacks }, still }, choosing) {
    const { t } = this
    if (still) return ''
    if (stacks.length === STACKS.length) return t('four_horsemen.hint.full')
    if (!hand.length) return t('four_horsemen.hint.start')
    if (tops.length)
      return t(`four_horsemen.hint.${choosing ? 'which' : 'play'}`)
    const suits = [...new Set(hand.map((card) => card[1]))]
    const names = suits.map((letter) => t(`four_horsemen.suit.${letter}`))
    return t('four_horsemen.hint.waits', { suits: either(names) })
  }
}

/** Returns the part of the bracket over cards of one suit. @param {boolean} continues @param {boolean} goesOn */
function bracketPart(continues, goesOn) {
  if (!continues) return 'start'
  return goesOn ? 'on' : 'end'
}

/** @param {string} card */
const cardButton = (card) =>
  el(
    'button',
    {
      type: 'button',
      class: 'place card-place',
      'data-card': card,
      'data-piece': card,
      'data-owner': '0',
      'data-suit': card[1],
    },
    el('span', { class: 'bracket' }, suit(card[1])),
    cardPicture(card),
    el('span', { class: 'caption' }, countsText(card)),
  )
