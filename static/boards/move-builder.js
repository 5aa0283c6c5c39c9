// The move builder: collects the words (tokens) of a move as the player points at them. It knows the legal moves and the
// picked words, but neither rules nor page; click, drag, keyboard, chips and typed text all end here.
//
// Invariants: the picked words always begin a legal move. Nothing is sent before the last word. An opening (a text ending
// in " ...", for moves too many to list) is never offered as words; `play` accepts the moves that it covers.

const OPENING = ' ...'

export class MoveBuilder {
  /** @type {readonly string[]} */
  words = []
  /** @type {string | null} the move that was sent and not yet answered */
  pending = null
  /** @type {string | null} the whole move that waits for `confirm` */
  asked = null
  asks = true // whether there is a confirm bar; without it no move waits
  confirming = false // whether every whole move waits
  ahead = false // whether the moves are premoves, which may turn out to be illegal
  /** @type {(move: string) => string | null} what a move may cost: a costly move always waits */
  warn = () => null
  /** @type {(move: string) => void} */
  onmove = () => {}
  onrecall = () => {} // after a premove was taken back
  /** @type {[words: string[], move: string, notation: string][]} */
  #moves = []
  /** @type {string[]} */
  #openings = []
  /** @type {Set<() => unknown>} */
  #listeners = new Set()

  /** Sets the legal moves, as pairs [move, notation]; keeps the picked words that still begin one.
   * @param {readonly LegalMove[]} legal @param {{pending?: string | null, ahead?: boolean}} [how] */
  set(legal, { pending = null, ahead = false } = {}) {
    this.ahead = ahead
    this.#moves = legal
      .filter(([move]) => !move.endsWith(OPENING))
      .map(([move, notation]) => [move.split(' '), move, notation])
    this.#openings = legal
      .filter(([move]) => move.endsWith(OPENING))
      .map(([move]) => move.slice(0, -OPENING.length + 1))
    if (this.pending && !pending) this.words = []
    this.pending = pending
    if (!pending) this.#keep()
    this.#tell()
  }

  /** All legal moves as [move, notation], without openings. @returns {LegalMove[]} */
  get legal() {
    return this.#moves.map(([, move, notation]) => [move, notation])
  }

  /** The words that can be picked now: word -> {moves, whole}. `moves` begin with the picked words and this one; `whole`
   * is the move that the word completes, or null. Empty while a move is pending or waits for `confirm`. */
  get next() {
    return this.pending || this.asked ? new Map() : this.after(this.words)
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

  /** Picks `word`, unpicks it if it was the last one, or starts anew with it. False: it begins no move, and the board
   * explains why. Pointing again at the last word of a waiting move confirms the move. @param {string} word */
  point(word) {
    if (this.pending) return this.recall()
    if (this.asked) {
      if (word === this.words.at(-1)) return this.confirm()
      this.#back()
    }
    const way = this.after(this.words).get(word)
    if (way) return this.#take([...this.words, word], way.whole)
    if (this.words.length && word === this.words.at(-1)) return this.back()
    const anew = this.after([]).get(word)
    if (anew) return this.#take([word], anew.whole)
    return false
  }

  /** Plays a whole move. False: it is not possible now. @param {string} move */
  play(move) {
    if (this.pending && !this.recall()) return false
    const known = this.#moves.some(([, other]) => other === move)
    if (!known && !this.#openings.some((opening) => move.startsWith(opening)))
      return false
    this.asked = null
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
    this.#tell()
    return true
  }

  /** Takes a premove back. False: there is none. */
  recall() {
    if (!this.ahead || !this.pending) return false
    this.pending = null
    this.words = []
    this.#tell()
    this.onrecall()
    return true
  }

  clear() {
    if (this.pending) return
    this.words = []
    this.asked = null
    this.#tell()
  }

  /** Calls `listener` after every change; returns the function that unsubscribes it.
   * @param {() => unknown} listener */
  on(listener) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param {readonly string[]} words */
  #begin(words) {
    return this.#moves.filter(([all]) =>
      words.every((word, place) => all[place] === word),
    )
  }

  #keep() {
    if (this.asked && !this.#moves.some(([, move]) => move === this.asked))
      this.#back()
    while (this.words.length && !this.#begin(this.words).length)
      this.words = this.words.slice(0, -1)
  }

  #back() {
    this.asked = null
    this.words = this.words.slice(0, -1)
  }

  /** @param {readonly string[]} words @param {string | null} whole */
  #take(words, whole) {
    this.words = words
    if (whole && !this.#waits(whole)) this.#send(whole)
    else {
      this.asked = whole
      this.#tell()
    }
    return true
  }

  /** Whether a whole move waits for `confirm`.
   * @param {string} move */
  #waits(move) {
    return this.asks && (this.confirming || this.warn(move) !== null)
  }

  /** @param {string} move */
  #send(move) {
    this.asked = null
    this.pending = move
    this.#tell()
    this.onmove(move)
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener()
  }
}
