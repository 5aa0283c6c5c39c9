// Base class of boards of squares and of piles: the Board that it is part of, the shown frame, the tab stop, keys, dragging,
// and the sentence about a failed try. A place is a `[data-sq]` of `grid`.

import { all, closest, el, focused, set } from '../core/dom.js'
import { explain, keyboard, possible } from './contract.js'
import { draggable } from './drag.js'
import { following, TabStop } from './navigation.js'

const HIGHLIGHT_MS = 2500

export class PlaceBoard {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lit
  /** @type {Board | null} */
  #board = null
  /** @protected @type {{frame: State, how: ShowOptions} | null} */
  shown = null
  /** @protected */
  tabStop = new TabStop()
  /** @protected @type {ReturnType<typeof draggable> | null} */
  dragging = null

  /** @param {Services} services @param {string} className of the grid @param {string} label */
  constructor(services, className, label) {
    this.services = services
    this.grid = el('div', {
      role: 'grid',
      class: className,
      'aria-label': label,
    })
    this.element = el('div', { class: 'board' })
  }

  /** The Board that this is part of, for names and refusals. */
  get board() {
    if (!this.#board) throw new Error('the places have no board yet')
    return this.#board
  }

  set board(board) {
    this.#board = board
  }

  /** @param {State} frame @param {ShowOptions} how */
  show(frame, how) {
    this.shown = { frame, how }
  }

  /** The shown frame and options. @protected */
  get now() {
    if (!this.shown) throw new Error('nothing has been shown yet')
    return this.shown
  }

  /** @protected */
  get interactive() {
    return this.shown?.how.interactive ?? false
  }

  /** Announces why pointing at `word` after `words` did nothing. `owner`: of the piece there; null: no player's.
   * @param {string} word @param {readonly string[]} words @param {number | null} owner */
  explain(word, words, owner) {
    const { frame, how } = this.now
    this.services.say(
      explain(this.services, this.board, { frame, how, words, word, owner }),
    )
    if (!words.length && how.interactive) this.#lightUp()
  }

  /** Highlights for a moment what can move. */
  #lightUp() {
    clearTimeout(this.#lit)
    set(this.element, { 'data-lit': true })
    this.#lit = setTimeout(
      () => set(this.element, { 'data-lit': null }),
      HIGHLIGHT_MS,
    )
  }

  /** @protected @param {PlaceHandlers} on */
  listen({ word, clear, ...drag }) {
    const { picks } = this.services
    this.grid.addEventListener('focusin', (event) =>
      this.tabStop.move(closest(event, '[data-sq]')),
    )
    // Safari does not focus a clicked button, and without the focus the keys do nothing.
    this.grid.addEventListener('click', (event) =>
      closest(event, '[data-sq]')?.focus({ preventScroll: true }),
    )
    keyboard(this.element, {
      back: () => picks.back() || (clear?.() ?? false),
      step: (onward) => this.#step(onward),
      moves: () => this.#moves(word),
    })
    const cancel = () => {
      drag.over(null)
      picks.clear()
    }
    this.dragging = draggable(this.grid, { ...drag, cancel })
  }

  /** Marks the place under a drag; null: none. @protected @param {string | null} place */
  markOver(place) {
    for (const cell of all(this.grid, '[data-sq]'))
      set(cell, { 'data-over': cell.dataset.sq === place })
  }

  /** Goes to the next or previous place that offers a token, compulsory ones first, or that passes on the token of a
   * control beside the board. @param {1 | -1} onward */
  #step(onward) {
    const own = all(this.grid, '[data-word], [data-premove]')
    const offers = own.length ? own : all(this.grid, '[data-also]')
    const musts = offers.filter((cell) => cell.dataset.must !== undefined)
    const wanted = musts.length ? musts : offers
    const order = all(this.grid, '[data-sq]')
    const to = following({ order, wanted, from: focused(), onward })
    if (to) return to.focus()
    const { picks, say, t } = this.services
    say(
      (picks.words.length &&
        possible(this.services, this.board, this.now.frame, picks.words)) ||
        t('board.nothing_movable'),
    )
  }

  /** Announces where the picked piece, or the one under the focus, can go. @param {PlaceHandlers['word']} word */
  #moves(word) {
    const { picks, say, t } = this.services
    if (picks.ahead) return say(t('premove.unknown'))
    const place = focused()?.dataset.sq
    const words = picks.words.length || !place ? picks.words : [word(place)]
    say(
      possible(this.services, this.board, this.now.frame, words) ||
        t('board.no_moves'),
    )
  }
}

/** Returns the place of an event. @param {Event} event */
export const placeOf = (event) => closest(event, '[data-sq]')?.dataset.sq
