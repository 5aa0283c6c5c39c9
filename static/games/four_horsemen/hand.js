// The hand: cards of one suit side by side, bracketed where two or more share it, and the word `play`.

import { called, suit } from '../../boards/cards/cards.js'
import { el, set } from '../../core/dom.js'
import { picture } from './art.js'

/** Gives `parent` these nodes in this order; those that stay are not touched, so that the focus survives. */
export function keep(parent, nodes) {
  for (const old of [...parent.children]) if (!nodes.includes(old)) old.remove()
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node)
      parent.insertBefore(node, parent.children[index] ?? null)
  })
}

/** The cards of a hand, those of one suit side by side, in the order in which their suits came. */
function bySuit(hand) {
  const suits = [...new Set(hand.map((card) => card[1]))]
  return suits.flatMap((letter) => hand.filter((card) => card[1] === letter))
}

export class Hand {
  #cards = new Map() // card -> its button

  constructor(t) {
    this.t = t
    this.hint = el('span', { class: 'hint' })
    this.cards = el('div', { class: 'held' })
    const label = [
      el('b', {}, t('four_horsemen.play')),
      el('small', {}, t('four_horsemen.as_stack')),
    ]
    this.play = el(
      'button',
      { type: 'button', class: 'place play', 'data-tool': 'play' },
      el('span', { class: 'label' }, label),
    )
    this.element = el(
      'div',
      { class: 'hand', role: 'group', 'aria-label': t('four_horsemen.hand') },
      el(
        'p',
        { class: 'head' },
        el('span', {}, t('four_horsemen.hand')),
        this.hint,
      ),
      el('div', { class: 'hand-row' }, this.cards, this.play),
    )
  }

  show({ view, last, may, ready, words }) {
    const { t } = this
    const cards = bySuit(view.hand)
    const fresh = ['draw', 'reserve'].includes(last[0])
      ? view.hand.at(-1)
      : null
    for (const card of this.#cards.keys())
      if (!cards.includes(card)) this.#cards.delete(card)
    for (const card of cards)
      if (!this.#cards.has(card)) this.#cards.set(card, made(card))
    keep(
      this.cards,
      cards.map((card) => this.#cards.get(card)),
    )
    cards.forEach((card, index) => {
      const paired = view.tops.includes(card)
      const [before, after] = [
        cards[index - 1]?.[1] === card[1],
        cards[index + 1]?.[1] === card[1],
      ]
      set(this.#cards.get(card), {
        'aria-label': t(
          paired ? 'four_horsemen.cell.top' : 'four_horsemen.cell.card',
          { card: called(card, t) },
        ),
        'data-pair': paired && (before ? (after ? 'on' : 'end') : 'start'),
        'data-word': words[0] === 'play' && may(card) && card,
        'data-move':
          words.length === 0 && ready(`play ${card}`) && `play ${card}`,
        'data-picked': words[1] === card,
        'data-last': card === fresh,
      })
    })
    const asking = words[0] === 'play'
    this.hint.textContent = t(
      `four_horsemen.hint.${!cards.length ? 'empty' : !view.tops.length ? 'pair' : asking ? 'which' : 'play'}`,
    )
    set(this.play, {
      'data-word': may('play') && 'play',
      'data-picked': asking,
      'aria-pressed': String(asking),
    })
    set(this.play, {
      'aria-disabled': asking || this.play.dataset.word ? null : 'true',
    })
  }
}

const made = (card) =>
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
    picture(card),
  )
