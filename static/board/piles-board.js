// Board of cards in piles, fanned or stacked: what it shows as signals, and what pointing, dragging and keys do. piles.js
// draws it. The cards are a layer of their own: each keeps its element wherever it goes.

import { loadPart } from '../core/files.js'
import { batch, computed, signal } from '../vendor/preact.js'
import { CardLayer } from './card-layer.js'
import { askTable, possible, shake } from './contract.js'
import { findCards } from './find-cards.js'
import { nearest } from './navigation.js'
import { layoutOf, stayInside } from './pile-layout.js'
import { Places, present } from './places.js'

/** @typedef {import('./pile-layout.js').PileLayout} PileLayout */

export class PilesBoard extends Places {
  /** The place whose folds are open. */
  open = signal(/** @type {string | null} */ (null))
  /** Width of a card in px; null: nothing was laid yet. */
  cardWidth = signal(/** @type {number | null} */ (null))
  /** @type {import('@preact/signals').Signal<ReadonlyMap<string, PileLayout>>} by place */
  layouts = signal(new Map())
  /** Whether cards are marked that were looked for. */
  finding = signal(false)
  #layer
  #piles = computed(() => {
    const { frame } = this.shown.value ?? {}
    return frame ? this.family.read(frame) : /** @type {Map<string, string[]>} */ (new Map())
  })

  /** @param {Services} services @param {PilesFamily} family */
  constructor(services, family) {
    super(services)
    this.family = family
    this.places = family.lines.flat()
    this.#layer = new CardLayer(family.draw)
    /** The attributes of each place's button. */
    this.cells = computed(() => this.#cells())
  }

  /** @param {State} frame @param {ShowOptions} how */
  show(frame, how) {
    const seen = how.animate ? this.#layer.seen() : new Map()
    batch(() => {
      this.shown.value = { frame, how }
      this.open.value = null
      this.tabStop.value ??= this.places[0]
    })
    for (const place of this.places) {
      const pile = this.#part(place, '.pile')
      if (pile) this.#layer.fill(pile, this.cards(place))
    }
    const moved = this.family.moved(frame)
    for (const node of this.#layer.nodes)
      node.toggleAttribute('data-moved', node.dataset.piece === moved)
    this.lay()
    this.#layer.glide(seen)
  }

  /** Returns the cards at a place, the last one on top. @param {string} place */
  cards(place) {
    return this.#piles.value.get(place) ?? []
  }

  /** Lays all cards anew, after a change of position, size, or open folds. */
  lay() {
    const [first] = this.#layer.nodes
    if (!first?.offsetWidth) return
    const card = { width: first.offsetWidth, height: first.offsetHeight }
    /** @type {Map<string, PileLayout>} */
    const layouts = new Map()
    for (const place of this.places) {
      const cards = this.cards(place)
      const runs = this.family.fanned(place) ? this.family.runs(cards) : null
      const layout = layoutOf({
        ...{ count: cards.length, card, runs, open: this.open.peek() === place },
        available: this.#part(place, '.pile')?.clientWidth ?? 0,
      })
      for (const [index, name] of cards.entries()) this.#layer.lay(name, layout.spots[index])
      const row = layout.opened && this.cell(place)
      if (row) stayInside(row, layout.height)
      layouts.set(place, layout)
    }
    batch(() => {
      this.cardWidth.value = card.width
      this.layouts.value = layouts
    })
  }

  /** Plays the finale of a won game. @param {AbortSignal} signal ends it */
  async sweep(signal) {
    const { playWin } = await loadPart(() => import('./win-animation.js'))
    if (this.drawn) await playWin(this.#upwards(), this.drawn.grid, signal)
  }

  /** @param {string} place @param {string} selector @returns {HTMLElement | null} */
  #part(place, selector) {
    return this.cell(place)?.querySelector(selector) ?? null
  }

  // Pointing.

  /** Points at a place: picks it, sends the card to its best place on the second tap, or explains why not.
   * @param {string} place @param {boolean} [best] to the best place at once */
  point(place, best = false) {
    const { picks } = this.services
    const words = [...picks.words]
    const word = this.family.word(place, words)
    if (this.interactive) {
      const again = words.length > 0 && word === words.at(-1)
      if (again && !picks.pending && !picks.refused) return this.#best()
      const instead = words.length > 0 && !picks.next.has(word)
      if (picks.point(word)) {
        if (instead) this.#sayInstead(word, words)
        return best && picks.words.at(-1) === word ? this.#best() : true
      }
    }
    this.#refuse(word, words, place)
    return false
  }

  /** @param {string} word @param {readonly string[]} words @param {string} place */
  #refuse(word, words, place) {
    const card = this.cards(words[0] ?? place).at(-1)
    const node = card ? this.#layer.node(card) : this.drawn?.grid
    if (node) shake(node)
    this.explain(word, words, this.cards(place).length ? this.now.how.seat : null)
  }

  /** Says why the picked card did not go there and that the card there is picked now.
   * @param {string} word @param {readonly string[]} words */
  #sayInstead(word, words) {
    const { frame } = this.now
    const { say, t } = this.services
    const name = this.named.name(word, frame)
    const reason = this.named.words.refuse?.(word, frame, words) ?? ''
    say(`${reason} ${t('board.picked_instead', { name })}`.trim())
  }

  #best() {
    const { picks, say } = this.services
    const { frame } = this.now
    const word = this.family.best(picks.next, frame)
    if (word) return picks.point(word)
    say(possible(this.services, this.named, frame))
    return true
  }

  /** Opens or closes the folds of a row. @param {string} place */
  unfold(place) {
    const seen = this.#layer.seen()
    this.open.value = this.open.peek() === place ? null : place
    this.lay()
    this.#layer.glide(seen)
  }

  // Dragging: the last card of a pile.

  /** @param {string} place */
  lift(place) {
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
    return this.#layer.node(card)
  }

  /** @param {string | null} place */
  drop(place) {
    const { picks } = this.services
    const words = [...picks.words]
    this.over.value = null
    if (place && this.#offers(place, picks.next)) {
      const card = this.cards(words[0]).at(-1)
      const target = this.#part(place, '.mark')
      if (card && target) this.#layer.rest(card, target)
      picks.point(this.family.word(place, words))
      return
    }
    if (place) this.#refuse(this.family.word(place, words), words, place)
    picks.clear()
  }

  // Keys and finding.

  /** Goes to the nearest place in a direction. @param {string} from @param {Point} step */
  arrow(from, step) {
    const piles = this.places.flatMap((place) => {
      const cell = this.cell(place)
      return cell ? [/** @type {[string, Element]} */ ([place, cell])] : []
    })
    this.#focus(nearest(piles, from, step, this.family.fanned))
  }

  /** @param {string | null} place */
  #focus(place) {
    if (place) this.cell(place)?.focus()
  }

  /** Goes to the foundation of the picked card, explaining if it does not take the card; else to the next foundation.
   * @param {string} from */
  foundation(from) {
    const words = [...this.services.picks.words]
    const places = this.places.filter((place) => !this.family.fanned(place))
    const own = places.find((place) => this.family.word(place, words) !== place)
    this.#focus(own ?? places[(places.indexOf(from) + 1) % places.length])
    if (own && !this.#offers(own, this.services.picks.next))
      this.#refuse(this.family.word(own, words), words, own)
  }

  /** Starts automatic play, which the table does; false: something is picked. */
  auto() {
    if (this.services.picks.words.length || !this.drawn) return false
    askTable(this.drawn.grid, 'auto')
    return true
  }

  /** Marks the cards of a rank or suit and announces their places; null: marks none. @param {string | null} wanted */
  find(wanted) {
    this.#find(wanted === null ? null : (card) => (card.includes(wanted) ? '' : null))
  }

  /** Marks the equals of a card and those that follow them. @param {string} card */
  findNear(card) {
    const near = this.family.near?.(card)
    if (!near) return
    this.#find((other) => {
      if (near.next.includes(other)) return 'next'
      return near.same.includes(other) ? '' : null
    })
  }

  /** @param {((card: string) => string | null) | null} kind */
  #find(kind) {
    const { say, t } = this.services
    this.finding.value = kind !== null
    const title = (/** @type {string} */ place) => this.family.title(place)
    const found = findCards(kind, this.#layer, this.#piles.value, title, t)
    if (found) say(found)
  }

  // What the places show.

  #cells() {
    /** @type {Map<string, Attributes>} */
    const cells = new Map()
    if (!this.shown.value) return cells
    const { picks, t } = this.services
    const { family, interactive } = this
    const { next, pending, words } = picks
    const { frame } = this.now
    const picked = new Set(words.map((word) => family.place(word, words, frame)))
    const moved = family.moved(frame)
    const last = new Set(frame.last?.split(' '))
    for (const place of this.places) {
      const word = this.#offers(place, next)
      const legal = words.length > 0 && word !== null && 'to'
      cells.set(
        place,
        present({
          'aria-label': family.name(place, this.cards(place)),
          'aria-selected': interactive && (picked.has(place) ? 'true' : 'false'),
          'aria-description': word !== null && t(`board.${legal || 'movable'}`),
          'data-word': interactive && word,
          'data-legal': legal,
          'data-picked': picked.has(place),
          'data-pending': picked.has(place) && pending !== null,
          'data-last': last.has(place) || (moved !== null && this.cards(place).at(-1) === moved),
        }),
      )
    }
    return cells
  }

  /** Returns the word of this place now, or null. @param {string} place @param {NextTokens} next */
  #offers(place, next) {
    const { words } = this.services.picks
    const word = this.family.word(place, words)
    return next.has(word) && this.family.place(word, words, this.now.frame) === place ? word : null
  }

  /** Returns the cards of the stacked piles from the highest down, suit by suit in turn. */
  #upwards() {
    const piles = this.places
      .filter((place) => !this.family.fanned(place))
      .map((place) => [...this.cards(place)].reverse())
    const order = piles[0].flatMap((_, index) => piles.map((cards) => cards[index]))
    return order.filter(Boolean).map((card) => this.#layer.node(card))
  }
}
