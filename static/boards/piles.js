// A board of cards in piles, fanned or not. Every pile is one button that is made once and carries the full name, so
// that focus survives every update; its cards are inside it, for the eye alone, and keep their elements wherever they
// go. One tab stop; arrows go to the next pile; whoever holds the key of a rank or suit sees and hears where it lies.

import { closest, el, focused, set } from '../core/dom.js'
import { CardLayer } from './card-layer.js'
import {
  askTable,
  explain,
  isShortcut,
  keyboard,
  keyOf,
  possible,
  shake,
} from './contract.js'
import { draggable } from './drag.js'
import { fan } from './fan-layout.js'
import { findCards, rankOrSuit } from './find-cards.js'
import { ARROWS, following, nearest, TabStop } from './navigation.js'
import { playWin } from './win-animation.js'

const OVERLAP = 0.46 // of a card's width: how far beside the last card the next one would come to lie

/** @typedef {{button: HTMLElement, pile: HTMLElement, mark: HTMLElement, folds: HTMLElement}} PileCell */

export class Piles {
  /** @type {Board | null} the Board that these piles are part of: for names and refusals */
  #board = null
  /** @type {{frame: State, how: ShowOptions} | null} */
  #shown = null
  /** @type {Map<string, PileCell>} by place */
  #cells = new Map()
  #cards
  /** @type {Map<string, string[]>} cards by place */
  #piles = new Map()
  #tabStop = new TabStop()
  /** @type {string | null} the place whose folds are open */
  #open = null
  #endWin = () => {}
  #off
  #resized = new ResizeObserver(() => this.#shown && this.#lay())

  /** @param {Services} services @param {PilesFamily} family */
  constructor(services, family) {
    this.services = services
    this.family = family
    this.#cards = new CardLayer(family.draw)
    const lines = family.lines.map((line) =>
      el(
        'div',
        { role: 'row', class: 'row' },
        line.map((place) => this.#cell(place)),
      ),
    )
    this.grid = el(
      'div',
      { role: 'grid', class: 'card-piles', 'aria-label': family.label },
      lines,
    )
    this.element = el('div', { class: 'board playing-cards' }, this.grid)
    this.#off = services.picks.on(() => this.#shown && this.#paint())
    this.#listen()
  }

  get board() {
    if (!this.#board) throw new Error('the piles have no board yet')
    return this.#board
  }

  set board(board) {
    this.#board = board
  }

  /** What is shown now. */
  get #now() {
    if (!this.#shown) throw new Error('nothing has been shown yet')
    return this.#shown
  }

  get #interactive() {
    return this.#shown?.how.interactive ?? false
  }

  /** @param {State} frame @param {ShowOptions} how */
  show(frame, how) {
    const won =
      how.animate &&
      frame.over?.winner === 0 &&
      this.#shown?.frame.status === 'live'
    const seen = how.animate ? this.#cards.seen() : new Map()
    this.#endWin()
    this.#shown = { frame, how }
    this.#open = null
    this.#piles = this.family.read(frame)
    for (const [place, { pile }] of this.#cells)
      this.#cards.fill(pile, this.cards(place))
    this.#lay()
    this.#cards.glide(seen)
    this.#paint()
    if (won) this.#endWin = playWin(this.#upwards(), this.grid)
  }

  /** The cards on a place. @param {string} place */
  cards(place) {
    return this.#piles.get(place) ?? []
  }

  leave() {
    this.#off()
    this.#endWin()
    this.#resized.disconnect()
  }

  /** Points at a place: picks it, sends the second tap to the best place, or says why not.
   * @param {string} place @param {boolean} [best] to the best place at once */
  point(place, best = false) {
    const { picks } = this.services
    const words = [...picks.words]
    const word = this.family.word(place, words)
    if (this.#interactive) {
      if (words.length && word === words.at(-1) && !picks.pending)
        return this.#best()
      if (picks.point(word))
        return best && picks.words.at(-1) === word ? this.#best() : true
    }
    const card = this.cards(words[0] ?? place).at(-1)
    shake(card ? this.#cards.node(card) : this.grid)
    this.#explain(word, words, place)
    if (this.#interactive && !picks.pending) picks.back()
    return false
  }

  /** @param {string} word @param {readonly string[]} words @param {string} place */
  #explain(word, words, place) {
    const { frame, how } = this.#now
    const owner = this.cards(place).length ? how.seat : null
    this.services.say(
      explain(this.services, this.board, { frame, how, words, word, owner }),
    )
  }

  #best() {
    const { picks, say } = this.services
    const { frame } = this.#now
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
      hidden: true,
    })
    const folds = el('span', { class: 'folds', 'aria-hidden': 'true' })
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
      pile,
      folds,
      mark,
    )
    this.#cells.set(place, { button, pile, mark, folds })
    return button
  }

  #listen() {
    const { picks } = this.services
    this.element.addEventListener('click', (event) => this.#click(event))
    this.grid.addEventListener('focusin', (event) =>
      this.#tabStop.move(closest(event, '[data-sq]')),
    )
    this.grid.addEventListener('keydown', (event) => this.#key(event))
    this.grid.addEventListener('keyup', (event) => this.#keyUp(event))
    this.grid.addEventListener('focusout', () => {
      if (this.grid.dataset.finding) this.#find(null)
    })
    keyboard(this.element, {
      back: () => picks.back(),
      step: (onward) => this.#step(onward),
      moves: () => this.#moves(),
    })
    draggable(this.grid, {
      lift: (place) => this.#lift(place),
      over: (place) => this.#over(place),
      drop: (place) => this.#drop(place),
      cancel: () => {
        this.#over(null)
        picks.clear()
      },
      slides: () => false,
      point: (place) => this.point(place),
    })
    this.#resized.observe(this.grid)
  }

  /** @param {Event} event */
  #click(event) {
    const place = placeOf(event)
    if (!place) this.services.picks.back()
    else if (closest(event, '[data-fold]')) this.#unfold(place)
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
    const { offsetWidth: width, offsetHeight: height } = first
    for (const [place, cell] of this.#cells)
      this.#layPile(place, cell, { width, height })
  }

  /** @param {string} place @param {PileCell} cell @param {{width: number, height: number}} card */
  #layPile(place, { button, pile, mark, folds }, { width, height }) {
    const { fanned, runs } = this.family
    const cards = this.cards(place)
    const open = this.#open === place
    const room = pile.clientWidth
    const laid = fanned(place)
      ? fan({
          count: cards.length,
          width,
          height,
          room,
          runs: runs(cards),
          open,
        })
      : stacked(cards.length)
    for (const [index, card] of cards.entries())
      this.#cards.lay(card, laid.spots[index])
    folds.replaceChildren(...laid.folds.map((fold) => this.#fold(fold)))
    const [x, y] = laid.spots.at(-1) ?? [0, 0]
    const next =
      fanned(place) && cards.length
        ? Math.min(x + width * OVERLAP, room - width)
        : x
    mark.style.transform = `translate(${next}px, ${y}px)`
    set(button, { 'data-open': open })
  }

  /** @param {import('./fan-layout.js').Fold} fold */
  #fold({ x, width, from, to }) {
    const node = el('span', { class: 'fold', 'data-fold': to - from + 1 })
    node.style.transform = `translateX(${x}px)`
    node.style.width = `${width}px`
    return node
  }

  #paint() {
    const { picks, t } = this.services
    const { family } = this
    const { next } = picks
    const { frame } = this.#now
    const picked = new Set(
      picks.words.map((word) => family.place(word, picks.words, frame)),
    )
    const moved = family.moved(frame)
    const last = new Set(frame.last?.split(' '))
    if (!this.#tabStop.current)
      this.#tabStop.move(this.#cells.get(family.lines[0][0])?.button)
    for (const [place, { button, mark }] of this.#cells) {
      const word = this.#offers(place, next)
      const legal = picks.words.length > 0 && word !== null && 'to'
      set(button, {
        'aria-label': family.name(place, this.cards(place)),
        'aria-selected':
          this.#interactive && (picked.has(place) ? 'true' : 'false'),
        'aria-description': word !== null && t(`board.${legal || 'movable'}`),
        'data-word': this.#interactive && word,
        'data-legal': legal,
        'data-picked': picked.has(place),
        'data-pending': picked.has(place) && picks.pending !== null,
        'data-last':
          last.has(place) ||
          (moved !== null && this.cards(place).at(-1) === moved),
      })
      mark.hidden = !legal
    }
    for (const node of this.#cards.nodes)
      set(node, { 'data-moved': node.dataset.piece === moved })
    set(this.grid, { 'data-picking': picks.words.length > 0 })
  }

  /** The word that this place offers now, or null. @param {string} place @param {NextTokens} next */
  #offers(place, next) {
    const { words } = this.services.picks
    const word = this.family.word(place, words)
    return next.has(word) &&
      this.family.place(word, words, this.#now.frame) === place
      ? word
      : null
  }

  // The keys of the piles; what all boards share comes after them.

  /** @param {KeyboardEvent} event */
  #key(event) {
    const place = placeOf(event)
    if (!place || isShortcut(event)) return
    if (!this.#press(keyOf(event), place, event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Whether the key means something here. @param {string} key @param {string} place @param {KeyboardEvent} event */
  #press(key, place, event) {
    const wanted = rankOrSuit(key)
    if (ARROWS[key] && !event.shiftKey) this.#arrow(place, ARROWS[key])
    else if (key === 'Enter' && event.shiftKey) this.point(place, true)
    else if (key === ' ' && !this.services.picks.words.length)
      this.#space(event.target)
    else if (key === 'f') this.#foundation(place)
    else if (key === 'e') this.#unfold(place)
    else if (!wanted) return false
    else if (!event.repeat) this.#find(wanted)
    return true
  }

  /** @param {KeyboardEvent} event */
  #keyUp(event) {
    if (event.target instanceof HTMLElement) {
      if (event.key === ' ' && event.target.dataset.spent !== undefined)
        event.preventDefault()
      delete event.target.dataset.spent
    }
    if (rankOrSuit(keyOf(event))) this.#find(null)
  }

  /** Automatic play is the table's; the button's own click that follows is not meant.
   * @param {EventTarget | null} button */
  #space(button) {
    if (button instanceof HTMLElement) button.dataset.spent = ''
    askTable(this.element, 'auto')
  }

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

  /** To the foundation that fits what is picked, else to the next one. @param {string} from */
  #foundation(from) {
    const places = [...this.#cells.keys()].filter(
      (place) => !this.family.fanned(place),
    )
    const fit = places.find(
      (place) => this.#cells.get(place)?.button.dataset.legal,
    )
    this.#focus(fit ?? places[(places.indexOf(from) + 1) % places.length])
  }

  /** Marks the cards of a rank or suit while its key is held, and says where they lie. @param {string | null} wanted */
  #find(wanted) {
    const found = findCards(wanted, {
      grid: this.grid,
      cards: this.#cards,
      piles: this.#piles,
      name: (place) => this.family.title(place),
      t: this.services.t,
    })
    if (found) this.services.say(found)
  }

  /** To the next or the previous pile that offers a word. @param {1 | -1} onward */
  #step(onward) {
    const order = [...this.#cells.values()].map(({ button }) => button)
    const wanted = order.filter((button) => button.dataset.word)
    const to = following({ order, wanted, from: focused(), onward })
    if (to) to.focus()
    else this.services.say(this.services.t('board.nothing_movable'))
  }

  #moves() {
    const { picks, say, t } = this.services
    const place = focused()?.dataset.sq
    const words =
      picks.words.length || !place ? picks.words : [this.family.word(place, [])]
    say(
      possible(this.services, this.board, this.#now.frame, words) ||
        t('board.no_moves'),
    )
  }

  // Dragging: the last card of a pile.

  /** @param {string} place */
  #lift(place) {
    const { picks } = this.services
    const card = this.cards(place).at(-1)
    const word = this.family.word(place, [])
    if (
      !this.#interactive ||
      picks.pending ||
      !card ||
      !picks.after([]).has(word)
    )
      return null
    if (picks.words.at(-1) !== word) {
      picks.clear()
      picks.point(word)
    }
    return this.#cards.node(card)
  }

  /** @param {string | null} place */
  #over(place) {
    for (const [name, { button }] of this.#cells)
      set(button, { 'data-over': name === place })
  }

  /** @param {string | null} place */
  #drop(place) {
    const { picks } = this.services
    const words = [...picks.words]
    this.#over(null)
    const target = place && this.#cells.get(place)
    if (place && target && this.#offers(place, picks.next)) {
      const card = this.cards(words[0]).at(-1)
      if (card) this.#cards.rest(card, target.mark)
      picks.point(this.family.word(place, words))
      return
    }
    if (place) this.#explain(this.family.word(place, words), words, place)
    picks.clear()
  }

  /** The cards on the piles that are not fanned, from the highest down, suit by suit in turn. */
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

/** Cards that lie on each other. @param {number} count @returns {import('./fan-layout.js').Fan} */
const stacked = (count) => ({
  spots: Array.from({ length: count }, () => [0, 0]),
  folds: [],
})

/** The place that an event happened on. @param {Event} event */
const placeOf = (event) => closest(event, '[data-sq]')?.dataset.sq
