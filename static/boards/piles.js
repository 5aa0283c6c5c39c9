// A board of cards in piles, fanned or not. Every pile is one button that is made once and carries the full name, so
// that focus survives every update; its cards are inside it, for the eye alone, and keep their elements wherever they
// go. One tab stop; arrows go to the next pile; whoever holds the key of a rank or suit sees and hears where it lies.

import { el, set } from '../core/dom.js'
import { explain, keyboard, possible, shake } from './contract.js'
import { Deck } from './card-layer.js'
import { draggable } from './drag.js'
import { fan } from './fan-layout.js'
import { nearest, seek, sought, STEPS } from './navigation.js'
import { sweep } from './win-animation.js'

const OVERLAP = 0.46 // of a card's width: how far beside the last card the next one would come to lie

/** What a family gives:
 * lines: the places of each row of the grid;  label: the grid's name;  fanned(place): whether its cards are fanned
 * read(frame): Map place -> cards, the last one uppermost;  draw(card): its picture;  runs(cards): see fan.js
 * name(place, cards): the full name;  tag?(place): a short text in the pile's corner
 * word(place, words): the word that pointing at this place says after `words`;  place(word, words, frame): its inverse
 * best(next, frame): the word that a second tap means, or null;  moved(frame): the card of the last move, or null
 */
export class Piles {
  board = null // the Board that these piles are part of: for names and refusals
  #cells = new Map() // place -> {button, pile, mark}
  #deck
  #piles = new Map() // place -> cards
  #frame = null
  #how = { interactive: false }
  #focused = null
  #open = null // the place whose folds are open
  #endSweep = () => {}
  #off

  constructor(services, family) {
    Object.assign(this, { services, family })
    this.#deck = new Deck(family.draw)
    this.grid = el('div', {
      role: 'grid',
      class: 'card-piles',
      'aria-label': family.label,
    })
    for (const line of family.lines) {
      this.grid.append(
        el(
          'div',
          { role: 'row', class: 'row' },
          line.map((place) => this.#cell(place)),
        ),
      )
    }
    this.element = el('div', { class: 'board playing-cards' }, this.grid)
    this.#listen()
  }

  show(frame, how) {
    const won =
      how.animate && frame.over?.winner === 0 && this.#frame?.status === 'live'
    const seen = how.animate ? this.#deck.seen() : new Map()
    this.#endSweep()
    this.#frame = frame
    this.#how = how
    this.#open = null
    this.#piles = this.family.read(frame)
    for (const [place, { pile }] of this.#cells)
      this.#deck.fill(pile, this.#piles.get(place))
    this.#lay()
    this.#deck.glide(seen)
    this.#paint()
    if (won) this.#endSweep = sweep(this.#upwards(), this.grid)
  }

  /** The cards on a place. */
  cards(place) {
    return this.#piles.get(place) ?? []
  }

  leave() {
    this.#off()
    this.#endSweep()
    this.resized.disconnect()
  }

  /** Points at a place: picks it, sends the second tap to the best place, or says why not. */
  point(place, best = false) {
    const { picks } = this.services
    const words = [...picks.words]
    const word = this.family.word(place, words)
    if (this.#how.interactive) {
      if (words.length && word === words.at(-1) && !picks.pending)
        return this.#best()
      if (picks.point(word))
        return best && picks.words.at(-1) === word ? this.#best() : true
    }
    const card = this.cards(words[0] ?? place).at(-1)
    shake(card ? this.#deck.node(card) : this.grid)
    this.#explain(word, words, place)
    if (this.#how.interactive && !picks.pending) picks.back()
    return false
  }

  #explain(word, words, place) {
    const [frame, how] = [this.#frame, this.#how]
    const owner = this.cards(place).length ? how.seat : null
    this.services.say(
      explain(this.services, this.board, { frame, how, words, word, owner }),
    )
  }

  #best() {
    const { picks, say } = this.services
    const word = this.family.best(picks.next, this.#frame)
    if (word) return picks.point(word)
    say(possible(this.services, this.board, this.#frame))
    return true
  }

  #cell(place) {
    const pile = el('span', { class: 'pile', 'aria-hidden': 'true' })
    const mark = el('span', {
      class: 'mark mark-to',
      'aria-hidden': 'true',
      hidden: true,
    })
    const folds = el('span', { class: 'folds', 'aria-hidden': 'true' })
    const names = { 'data-sq': place, 'data-tag': this.family.tag?.(place) }
    const button = el(
      'button',
      {
        type: 'button',
        role: 'gridcell',
        class: 'place',
        ...names,
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
    this.#off = picks.on(() => this.#frame && this.#paint())
    this.element.addEventListener('click', (event) => this.#click(event))
    this.grid.addEventListener('focusin', (event) =>
      this.#stop(event.target.closest('[data-sq]')?.dataset.sq),
    )
    this.grid.addEventListener('keydown', (event) => this.#key(event))
    this.grid.addEventListener('keyup', (event) => {
      if (event.key === ' ' && event.target.dataset.spent !== undefined)
        event.preventDefault()
      delete event.target.dataset.spent
      if (sought(event.key.toLowerCase())) this.#seek(null)
    })
    this.grid.addEventListener(
      'focusout',
      () => this.grid.dataset.finding && this.#seek(null),
    )
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
    })
    this.resized = new ResizeObserver(() => this.#frame && this.#lay())
    this.resized.observe(this.grid)
  }

  #click(event) {
    const place = event.target.closest('[data-sq]')?.dataset.sq
    if (!place) return this.services.picks.back()
    if (!event.target.closest('[data-fold]')) return this.point(place)
    this.#unfold(place)
  }

  #unfold(place) {
    const seen = this.#deck.seen()
    this.#open = this.#open === place ? null : place
    this.#lay()
    this.#deck.glide(seen)
  }

  #lay() {
    const [first] = this.#deck.nodes
    const { offsetWidth: width, offsetHeight: height } = first ?? {}
    if (!width) return
    for (const [place, cell] of this.#cells)
      this.#layPile(place, cell, { width, height })
  }

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
      : { spots: cards.map(() => [0, 0]), folds: [] }
    cards.forEach((card, index) => this.#deck.lay(card, laid.spots[index]))
    folds.replaceChildren(...laid.folds.map((fold) => this.#fold(fold)))
    const [x, y] = laid.spots.at(-1) ?? [0, 0]
    const next =
      fanned(place) && cards.length
        ? Math.min(x + width * OVERLAP, room - width)
        : x
    mark.style.transform = `translate(${next}px, ${y}px)`
    set(button, { 'data-open': open })
  }

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
    const picked = new Set(
      picks.words.map((word) => family.place(word, picks.words, this.#frame)),
    )
    const moved = family.moved(this.#frame)
    const last = new Set(this.#frame.last?.split(' '))
    if (!this.#cells.has(this.#focused)) this.#stop(family.lines[0][0])
    for (const [place, { button, mark }] of this.#cells) {
      const word = this.#offers(place, next)
      const legal = picks.words.length > 0 && word !== null && 'to'
      set(button, {
        'aria-label': family.name(place, this.cards(place)),
        'aria-selected':
          this.#how.interactive && (picked.has(place) ? 'true' : 'false'),
        'aria-description': word !== null && t(`board.${legal || 'movable'}`),
        'data-word': this.#how.interactive && word,
        'data-legal': legal,
        'data-picked': picked.has(place),
        'data-pending': picked.has(place) && picks.pending !== null,
        'data-last':
          last.has(place) ||
          (moved !== null && this.cards(place).at(-1) === moved),
      })
      mark.hidden = !legal
    }
    for (const node of this.#deck.nodes)
      set(node, { 'data-moved': node.dataset.piece === moved })
    set(this.grid, { 'data-picking': picks.words.length > 0 })
  }

  /** The word that this place offers now, or null. */
  #offers(place, next) {
    const { words } = this.services.picks
    const word = this.family.word(place, words)
    return next.has(word) &&
      this.family.place(word, words, this.#frame) === place
      ? word
      : null
  }

  #stop(place) {
    if (!place) return
    this.#cells.get(this.#focused)?.button.setAttribute('tabindex', '-1')
    this.#focused = place
    this.#cells.get(place).button.setAttribute('tabindex', '0')
  }

  // The keys of the piles; what all boards share comes after them.

  #key(event) {
    const place = event.target.closest('[data-sq]')?.dataset.sq
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (STEPS[key] && !event.shiftKey) this.#arrow(place, STEPS[key])
    else if (key === 'Enter' && event.shiftKey) this.point(place, true)
    else if (key === ' ' && !this.services.picks.words.length)
      this.#space(event.target)
    else if (key === 'f') this.#foundation(place)
    else if (key === 'e') this.#unfold(place)
    else if (sought(key)) event.repeat || this.#seek(sought(key))
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Automatic play is the table's; the button's own click that follows is not meant. */
  #space(button) {
    button.dataset.spent = ''
    this.element.dispatchEvent(
      new CustomEvent('ask', { bubbles: true, detail: 'auto' }),
    )
  }

  #arrow(from, step) {
    const piles = [...this.#cells].map(([place, { button }]) => [place, button])
    this.#cells
      .get(nearest(piles, from, step, this.family.fanned))
      ?.button.focus()
  }

  /** To the foundation that fits what is picked, else to the next one. */
  #foundation(from) {
    const piles = [...this.#cells.keys()].filter(
      (place) => !this.family.fanned(place),
    )
    const fit = piles.find(
      (place) => this.#cells.get(place).button.dataset.legal,
    )
    this.#cells
      .get(fit ?? piles[(piles.indexOf(from) + 1) % piles.length])
      ?.button.focus()
  }

  /** Marks the cards of a rank or suit while its key is held, and says where they lie. */
  #seek(wanted) {
    const { grid, services, board } = this
    const found = seek(wanted, {
      grid,
      deck: this.#deck,
      piles: this.#piles,
      name: (place) => board.name(place),
      t: services.t,
    })
    if (found) services.say(found)
  }

  /** To the next or the previous pile that offers a word. */
  #step(onward) {
    const order = [...this.#cells.values()].map(({ button }) => button)
    const offers = order.filter((button) => button.dataset.word)
    if (!offers.length)
      return this.services.say(this.services.t('board.nothing_movable'))
    const at = order.indexOf(document.activeElement)
    const near =
      onward > 0
        ? offers.find((button) => order.indexOf(button) > at)
        : offers.findLast((button) => order.indexOf(button) < at)
    ;(near ?? offers.at(onward > 0 ? 0 : -1)).focus()
  }

  #moves() {
    const { picks, say, t } = this.services
    const place = document.activeElement?.dataset.sq
    const words =
      picks.words.length || !place ? picks.words : [this.family.word(place, [])]
    say(
      possible(this.services, this.board, this.#frame, words) ||
        t('board.no_moves'),
    )
  }

  // Dragging: the last card of a pile.

  #lift(place) {
    const { picks } = this.services
    const card = this.cards(place).at(-1)
    const word = this.family.word(place, [])
    if (
      !this.#how.interactive ||
      picks.pending ||
      !card ||
      !picks.after([]).has(word)
    )
      return null
    if (picks.words.at(-1) !== word) {
      picks.clear()
      picks.point(word)
    }
    return this.#deck.node(card)
  }

  #over(place) {
    for (const [name, { button }] of this.#cells)
      set(button, { 'data-over': name === place })
  }

  #drop(place) {
    const { picks } = this.services
    const words = [...picks.words]
    this.#over(null)
    const word = place && this.family.word(place, words)
    if (place && this.#offers(place, picks.next)) {
      this.#deck.rest(this.cards(words[0]).at(-1), this.#cells.get(place).mark)
      picks.point(word)
    } else {
      if (place) this.#explain(word, words, place)
      picks.clear()
    }
  }

  /** The cards on the piles that are not fanned, from the highest down, suit by suit in turn. */
  #upwards() {
    const piles = [...this.#piles]
      .filter(([place]) => !this.family.fanned(place))
      .map(([, cards]) => [...cards].reverse())
    const order = piles[0].flatMap((_, index) =>
      piles.map((cards) => cards[index]),
    )
    return order.filter(Boolean).map((card) => this.#deck.node(card))
  }
}
