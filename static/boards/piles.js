// Board of cards in piles, fanned or stacked. Every pile is one button that is created once and carries the full name, so
// that the focus survives every update; its cards are visual only and keep their elements when they move. One tab stop;
// arrows go to the next pile; holding the key of a rank or suit marks and names its cards.

import { closest, el, set } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { CardLayer } from './card-layer.js'
import { askTable, possible, shake } from './contract.js'
import { findByHolding, findCards } from './find-cards.js'
import { nearest } from './navigation.js'
import { pileKeys } from './pile-keys.js'
import { layPile } from './pile-layout.js'
import { PlaceBoard, placeOf } from './place-board.js'

const SMALL_CARD_PX = 60 // narrower cards are drawn with a large index
const NARROW_CARD_PX = 100 // narrower cards have no lower index

export class Piles extends PlaceBoard {
  /** @type {Map<string, PileCell>} by place */
  #cells = new Map()
  #cards
  /** @type {Map<string, string[]>} cards by place */
  #piles = new Map()
  /** @type {string | null} the place whose folds are open */
  #open = null
  #off
  #resized = new ResizeObserver(() => this.shown && this.#lay())

  /** @param {Services} services @param {PilesFamily} family */
  constructor(services, family) {
    super(services, 'card-piles', family.label)
    this.family = family
    this.#cards = new CardLayer(family.draw)
    const lines = family.lines.map((line) =>
      el(
        'div',
        { role: 'row', class: 'row' },
        line.map((place) => this.#cell(place)),
      ),
    )
    this.grid.append(...lines)
    this.element.classList.add('playing-cards')
    this.element.append(this.grid)
    this.#off = services.picks.on(() => this.shown && this.#paint())
    this.#listen()
  }

  /** @param {State} frame @param {ShowOptions} how */
  show(frame, how) {
    const seen = how.animate ? this.#cards.seen() : new Map()
    super.show(frame, how)
    this.#open = null
    this.#piles = this.family.read(frame)
    for (const [place, { pile }] of this.#cells)
      this.#cards.fill(pile, this.cards(place))
    this.#lay()
    this.#cards.glide(seen)
    this.#paint()
  }

  /** Plays the finale of a won game. @param {AbortSignal} signal ends it */
  async sweep(signal) {
    const { playWin } = await loadPart(() => import('./win-animation.js'))
    await playWin(this.#upwards(), this.grid, signal)
  }

  /** Returns the cards at a place. @param {string} place */
  cards(place) {
    return this.#piles.get(place) ?? []
  }

  leave() {
    this.#off()
    this.#resized.disconnect()
  }

  /** Points at a place: picks it, sends the card to its best place on the second tap, or explains why not.
   * @param {string} place @param {boolean} [best] to the best place at once */
  point(place, best = false) {
    const { picks } = this.services
    const words = [...picks.words]
    const word = this.family.word(place, words)
    if (this.interactive) {
      if (words.length && word === words.at(-1) && !picks.pending)
        return this.#best()
      const instead = words.length > 0 && !picks.next.has(word)
      if (picks.point(word)) {
        if (instead) this.#sayInstead(word, words)
        return best && picks.words.at(-1) === word ? this.#best() : true
      }
    }
    this.#refuse(word, words, place)
    if (this.interactive && !picks.pending) picks.back()
    return false
  }

  /** @param {string} word @param {readonly string[]} words @param {string} place */
  #refuse(word, words, place) {
    const card = this.cards(words[0] ?? place).at(-1)
    shake(card ? this.#cards.node(card) : this.grid)
    const owner = this.cards(place).length ? this.now.how.seat : null
    this.explain(word, words, owner)
  }

  /** Says why the picked card did not go there and that the card there is picked now.
   * @param {string} word @param {readonly string[]} words */
  #sayInstead(word, words) {
    const { frame } = this.now
    const { say, t } = this.services
    const name = this.board.name(word, frame)
    const reason = this.board.refuse?.(word, frame, words) ?? ''
    say(`${reason} ${t('board.picked_instead', { name })}`.trim())
  }

  #best() {
    const { picks, say } = this.services
    const { frame } = this.now
    const word = this.family.best(picks.next, frame)
    if (word) return picks.point(word)
    say(possible(this.services, this.board, frame))
    return true
  }

  /** @param {string} place */
  #cell(place) {
    const pile = el('span', { class: 'pile', 'aria-hidden': 'true' })
    const mark = el('span', {
      class: 'mark mark-to',
      'aria-hidden': 'true',
    })
    const folds = el('span', { class: 'folds', 'aria-hidden': 'true' })
    const vacant = el('span', {
      class: 'vacant',
      'aria-hidden': 'true',
      'data-takes': this.family.vacant?.(place),
    })
    const button = el(
      'button',
      {
        type: 'button',
        role: 'gridcell',
        class: 'place',
        'data-sq': place,
        'data-tag': this.family.tag?.(place),
        tabindex: '-1',
      },
      vacant,
      pile,
      folds,
      mark,
    )
    this.#cells.set(place, { button, pile, mark, folds })
    return button
  }

  #listen() {
    this.element.addEventListener('click', (event) => this.#click(event))
    this.grid.addEventListener('focusout', () => {
      if (this.grid.dataset.finding !== undefined) this.#find(null)
    })
    pileKeys(this.grid, {
      arrow: (place, step) => this.#arrow(place, step),
      best: (place) => this.point(place, true),
      foundation: (place) => this.#foundation(place),
      unfold: (place) => this.#unfold(place),
      auto: () => this.#auto(),
      find: (wanted) => this.#findWanted(wanted),
    })
    findByHolding(this.grid, {
      find: (card) => this.#findNear(card),
      end: () => this.#find(null),
    })
    this.listen({
      word: (place) => this.family.word(place, []),
      lift: (place) => this.#lift(place),
      over: (place) => this.markOver(place),
      drop: (place) => this.#drop(place),
      slides: () => false,
      point: (place) => this.point(place),
    })
    this.#resized.observe(this.grid)
  }

  /** @param {Event} event */
  #click(event) {
    const place = placeOf(event)
    if (!place) this.services.picks.back()
    else if (closest(event, '[data-fold], [data-close]')) this.#unfold(place)
    else this.point(place)
  }

  /** @param {string} place */
  #unfold(place) {
    const seen = this.#cards.seen()
    this.#open = this.#open === place ? null : place
    this.#lay()
    this.#cards.glide(seen)
  }

  #lay() {
    const [first] = this.#cards.nodes
    if (!first?.offsetWidth) return
    const card = { width: first.offsetWidth, height: first.offsetHeight }
    set(this.grid, {
      'data-small': card.width < SMALL_CARD_PX,
      'data-narrow': card.width < NARROW_CARD_PX,
    })
    for (const [place, cell] of this.#cells) {
      const cards = this.cards(place)
      const runs = this.family.fanned(place) ? this.family.runs(cards) : null
      const open = this.#open === place
      layPile(this.#cards, cell, { cards, card, runs, open })
    }
  }

  #paint() {
    const { picks, t } = this.services
    const { family } = this
    const { next } = picks
    const { frame } = this.now
    const picked = new Set(
      picks.words.map((word) => family.place(word, picks.words, frame)),
    )
    const moved = family.moved(frame)
    const last = new Set(frame.last?.split(' '))
    if (!this.tabStop.current)
      this.tabStop.move(this.#cells.get(family.lines[0][0])?.button)
    for (const [place, { button }] of this.#cells) {
      const word = this.#offers(place, next)
      const legal = picks.words.length > 0 && word !== null && 'to'
      set(button, {
        'aria-label': family.name(place, this.cards(place)),
        'aria-selected':
          this.interactive && (picked.has(place) ? 'true' : 'false'),
        'aria-description': word !== null && t(`board.${legal || 'movable'}`),
        'data-word': this.interactive && word,
        'data-legal': legal,
        'data-picked': picked.has(place),
        'data-pending': picked.has(place) && picks.pending !== null,
        'data-last':
          last.has(place) ||
          (moved !== null && this.cards(place).at(-1) === moved),
      })
    }
    for (const node of this.#cards.nodes)
      set(node, { 'data-moved': node.dataset.piece === moved })
    set(this.grid, {
      'data-picking': picks.words.length > 0,
      'data-ended': frame.status === 'ended',
    })
  }

  /** Returns the word of this place now, or null. @param {string} place @param {NextTokens} next */
  #offers(place, next) {
    const { words } = this.services.picks
    const word = this.family.word(place, words)
    return next.has(word) &&
      this.family.place(word, words, this.now.frame) === place
      ? word
      : null
  }

  // Keys and finding.

  /** @param {string} from @param {Point} step */
  #arrow(from, step) {
    const piles = [...this.#cells].map(
      ([place, { button }]) =>
        /** @type {[string, Element]} */ ([place, button]),
    )
    this.#focus(nearest(piles, from, step, this.family.fanned))
  }

  /** @param {string | null} place */
  #focus(place) {
    if (place) this.#cells.get(place)?.button.focus()
  }

  /** Goes to the foundation of the picked card, explaining if it does not take the card; else to the next foundation.
   * @param {string} from */
  #foundation(from) {
    const words = [...this.services.picks.words]
    const places = [...this.#cells.keys()].filter(
      (place) => !this.family.fanned(place),
    )
    const own = places.find((place) => this.family.word(place, words) !== place)
    this.#focus(own ?? places[(places.indexOf(from) + 1) % places.length])
    if (own && !this.#offers(own, this.services.picks.next))
      this.#refuse(this.family.word(own, words), words, own)
  }

  /** Starts automatic play, which the table does; false: something is picked. */
  #auto() {
    if (this.services.picks.words.length) return false
    askTable(this.element, 'auto')
    return true
  }

  /** Marks cards and announces their places. @param {((card: string) => string | null) | null} kind */
  #find(kind) {
    const found = findCards(kind, {
      grid: this.grid,
      cards: this.#cards,
      piles: () => this.#piles,
      name: (place) => this.family.title(place),
      t: this.services.t,
    })
    if (found) this.services.say(found)
  }

  /** @param {string | null} wanted a rank or a suit */
  #findWanted(wanted) {
    this.#find(
      wanted === null ? null : (card) => (card.includes(wanted) ? '' : null),
    )
  }

  /** @param {string} card */
  #findNear(card) {
    const near = this.family.near?.(card)
    if (!near) return
    this.#find((other) => {
      if (near.next.includes(other)) return 'next'
      return near.same.includes(other) ? '' : null
    })
  }

  // Dragging: the last card of a pile.

  /** @param {string} place */
  #lift(place) {
    const { picks } = this.services
    const card = this.cards(place).at(-1)
    const word = this.family.word(place, [])
    if (!this.interactive || picks.pending || !card) return null
    if (!picks.after([]).has(word)) {
      this.#refuse(word, [], place)
      return null
    }
    if (picks.words.at(-1) !== word) {
      picks.clear()
      picks.point(word)
    }
    return this.#cards.node(card)
  }

  /** @param {string | null} place */
  #drop(place) {
    const { picks } = this.services
    const words = [...picks.words]
    this.markOver(null)
    const target = place && this.#cells.get(place)
    if (place && target && this.#offers(place, picks.next)) {
      const card = this.cards(words[0]).at(-1)
      if (card) this.#cards.rest(card, target.mark)
      picks.point(this.family.word(place, words))
      return
    }
    if (place) this.#refuse(this.family.word(place, words), words, place)
    picks.clear()
  }

  /** Returns the cards of the stacked piles from the highest down, suit by suit in turn. */
  #upwards() {
    const piles = [...this.#piles]
      .filter(([place]) => !this.family.fanned(place))
      .map(([, cards]) => [...cards].reverse())
    const order = piles[0].flatMap((_, index) =>
      piles.map((cards) => cards[index]),
    )
    return order.filter(Boolean).map((card) => this.#cards.node(card))
  }
}
