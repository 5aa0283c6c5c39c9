// The picks: the words (tokens) of a move as the player points at them. They know the legal moves and the picked words,
// but neither rules nor page; click, drag, keyboard, chips and typed text all end here. What can change is a signal, so
// that whatever shows it follows.
//
// Invariants: the picked words always begin a legal move. Nothing is sent before the last word. An opening (a text ending
// in " ...", for moves too many to list) is never offered as words; `play` accepts the moves that it covers.

import { batch, computed, effect, signal, untracked } from '../vendor/preact.js'

const OPENING = ' ...'

/** `words`: the words of each move that is no opening; `openings`: without their " ...".
 * @typedef {{ moves: [words: string[], move: string, notation: string][], openings: string[] }} Legal */

export class Picks {
  asks = true // whether there is a confirm bar; without it no move waits
  confirming = false // whether every whole move waits
  /** @type {(move: string) => string | null} what a move may cost: a costly move always waits */
  warn = () => null
  /** @type {(move: string) => void} */
  onmove = () => {}
  onrecall = () => {} // after a premove was taken back
  #legal = signal(/** @type {Legal} */ ({ moves: [], openings: [] }))
  #words = signal(/** @type {readonly string[]} */ ([]))
  #pending = signal(/** @type {string | null} */ (null))
  #asked = signal(/** @type {string | null} */ (null))
  #ahead = signal(false)
  #refusedAt = signal(/** @type {readonly string[] | null} */ (null))
  #next = computed(() =>
    this.pending || this.asked ? /** @type {NextTokens} */ (new Map()) : this.after(this.words),
  )

  get words() {
    return this.#words.value
  }

  /** Whether the last try, with the words picked now, was refused. They stayed, so that the marks can still be read; who
   * points at their last word next chooses it anew. */
  get refused() {
    return this.words.length > 0 && this.#refusedAt.value === this.words
  }

  /** The move that was sent and not yet answered, or null. */
  get pending() {
    return this.#pending.value
  }

  /** The whole move that waits for `confirm`, or null. */
  get asked() {
    return this.#asked.value
  }

  /** Whether the moves are premoves, which may turn out to be illegal. */
  get ahead() {
    return this.#ahead.value
  }

  /** All legal moves as [move, notation], without openings. @returns {LegalMove[]} */
  get legal() {
    return this.#legal.value.moves.map(([, move, notation]) => [move, notation])
  }

  /** The words that can be picked now: word -> {moves, whole}. `moves` begin with the picked words and this one; `whole`
   * is the move that the word completes, or null. Empty while a move is pending or waits for `confirm`. */
  get next() {
    return this.#next.value
  }

  /** Sets the legal moves, as pairs [move, notation]; keeps the picked words that still begin one.
   * @param {readonly LegalMove[]} legal @param {{pending?: string | null, ahead?: boolean}} [how] */
  set(legal, { pending = null, ahead = false } = {}) {
    const isOpening = (/** @type {LegalMove} */ [move]) => move.endsWith(OPENING)
    batch(() => {
      this.#ahead.value = ahead
      this.#legal.value = {
        moves: legal
          .filter((one) => !isOpening(one))
          .map(([move, notation]) => [move.split(' '), move, notation]),
        openings: legal.filter(isOpening).map(([move]) => move.slice(0, -OPENING.length + 1)),
      }
      if (this.#pending.peek() && !pending) this.#words.value = []
      this.#pending.value = pending
      if (!pending) this.#keep()
    })
  }

  /** Like `next`, after any words. @param {readonly string[]} words @returns {NextTokens} */
  after(words) {
    /** @type {NextTokens} */
    const next = new Map()
    for (const [all, move] of this.#begin(words)) {
      const word = all[words.length]
      if (word === undefined) continue
      const way = next.get(word) ?? { moves: [], whole: null }
      way.moves.push(move)
      if (all.length === words.length + 1) way.whole = move
      next.set(word, way)
    }
    return next
  }

  /** Picks `word`, unpicks it if it was the last one, or starts anew with it. False: it begins no move, what is picked
   * stays, and the board explains why. Pointing again at the last word of a waiting move confirms the move.
   * @param {string} word */
  point(word) {
    if (this.pending) return this.recall()
    if (this.asked) {
      if (word === this.words.at(-1)) return this.confirm()
      this.#back()
    }
    const way = this.after(this.words).get(word)
    if (way) return this.#take([...this.words, word], way.whole)
    if (this.words.length && word === this.words.at(-1))
      return this.refused ? this.#take([...this.words], null) : this.back()
    const anew = this.after([]).get(word)
    if (anew) return this.#take([word], anew.whole)
    this.#refusedAt.value = this.words
    return false
  }

  /** Plays a whole move. False: it is not possible now. @param {string} move */
  play(move) {
    if (this.pending && !this.recall()) return false
    const { moves, openings } = this.#legal.value
    const known = moves.some(([, other]) => other === move)
    if (!known && !openings.some((opening) => move.startsWith(opening))) return false
    return this.#take(known ? move.split(' ') : [], move)
  }

  /** Sends the move that waits. */
  confirm() {
    if (!this.asked) return false
    this.#send(this.asked)
    return true
  }

  /** Unpicks the last word. False: there is none, or the move is pending. */
  back() {
    if (this.recall()) return true
    if (this.pending || (!this.words.length && !this.asked)) return false
    this.#back()
    return true
  }

  /** Takes a premove back. False: there is none. */
  recall() {
    if (!this.ahead || !this.pending) return false
    batch(() => {
      this.#pending.value = null
      this.#words.value = []
    })
    this.onrecall()
    return true
  }

  clear() {
    if (this.pending) return
    batch(() => {
      this.#words.value = []
      this.#asked.value = null
    })
  }

  /** Calls `listener` after every change; returns the function that unsubscribes it. For parts that are no components.
   * @param {() => unknown} listener */
  on(listener) {
    let first = true
    return effect(() => {
      for (const part of [this.#legal, this.#words, this.#pending, this.#asked]) part.value
      if (!first) untracked(listener)
      first = false
    })
  }

  /** @param {readonly string[]} words */
  #begin(words) {
    return this.#legal.value.moves.filter(([all]) =>
      words.every((word, place) => all[place] === word),
    )
  }

  #keep() {
    if (this.asked && !this.#legal.value.moves.some(([, move]) => move === this.asked)) this.#back()
    while (this.words.length && !this.#begin(this.words).length)
      this.#words.value = this.words.slice(0, -1)
  }

  #back() {
    batch(() => {
      this.#asked.value = null
      this.#words.value = this.words.slice(0, -1)
    })
  }

  /** @param {readonly string[]} words @param {string | null} whole */
  #take(words, whole) {
    const waits = whole !== null && this.#waits(whole)
    batch(() => {
      this.#words.value = words
      this.#asked.value = waits ? whole : null
      if (whole !== null && !waits) this.#pending.value = whole
    })
    if (whole !== null && !waits) this.onmove(whole)
    return true
  }

  /** Whether a whole move waits for `confirm`. @param {string} move */
  #waits(move) {
    return this.asks && (this.confirming || this.warn(move) !== null)
  }

  /** @param {string} move */
  #send(move) {
    batch(() => {
      this.#asked.value = null
      this.#pending.value = move
    })
    this.onmove(move)
  }
}
