// The move builder. A move is words (the tokens of its text), each a thing that the player points at. It knows the legal
// moves and the words picked so far, nothing of rules and nothing of the page; click, drag, keyboard, chips and typed
// text all end here.
//
// Laws: what is picked always begins a possible move. Nothing goes out before the last word. An opening (a text
// ending in " ...", which stands for moves too many to list) is never offered as words; `play` takes what it covers.

const OPENING = ' ...'

export class MoveBuilder {
  /** @type {readonly string[]} */
  words = []
  /** @type {string | null} the move that was sent and is not decided */
  pending = null
  /** @type {string | null} the whole move that waits for `confirm` */
  asked = null
  asks = true // whether there is anybody to ask: without a confirm bar no move waits
  confirming = false // whether every whole move waits
  ahead = false // whether the moves are for the player's next turn: nobody knows yet which of them will be legal
  /** @type {(move: string) => string | null} what a move may cost: such a move waits in any case */
  warn = () => null
  /** @type {(move: string) => void} */
  onmove = () => {}
  onrecall = () => {} // after a move for the next turn was taken back
  /** @type {[words: string[], move: string, notation: string][]} */
  #moves = []
  /** @type {string[]} */
  #openings = []
  /** @type {Set<() => unknown>} */
  #listeners = new Set()

  /** The possible moves, as pairs [move, notation]; of the words picked, those stay that still begin one.
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

  /** Every possible move as [move, notation], openings left out. @returns {LegalMove[]} */
  get legal() {
    return this.#moves.map(([, move, notation]) => [move, notation])
  }

  /** What may be pointed at now: word -> {moves, whole}. `moves` begin with the picked words and this one; `whole`
   * is the move that the word completes, or null. Empty while a move is on its way or waits for `confirm`. */
  get next() {
    return this.pending || this.asked ? new Map() : this.after(this.words)
  }

  /** The same after any words. @param {readonly string[]} words @returns {NextTokens} */
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

  /** MoveBuilder `word`, or lets it go when it was the last one picked, or begins anew with it. False: it begins nothing,
   * and the board explains. Pointing once more at the last word of a move that waits confirms it. @param {string} word */
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

  /** A whole move at once. False: it is not possible now. @param {string} move */
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

  /** Lets the last word go. False: there is none, or the move is on its way. */
  back() {
    if (this.recall()) return true
    if (this.pending || (!this.words.length && !this.asked)) return false
    this.#back()
    this.#tell()
    return true
  }

  /** Takes back a move for the next turn. False: there is none. */
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

  /** `listener` is called after every change; answers a function that ends it.
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
