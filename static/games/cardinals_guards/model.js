// What the board of Cardinal's Guards and the panel beside it share: the shown position, the runs that can be picked or are,
// the next choice, and the ghost.

import { SquareBoard } from '../../board/square-board.js'
import { computed, signal } from '../../vendor/preact.js'
import { guard, musketeer, tile } from './art.js'
import {
  CENTRE,
  isDirection,
  isOutside,
  namedRun,
  nextRuns,
  parsePosition,
  placesOfRun,
  RIM,
  ROWS,
  runsOf,
  SUITS,
} from './position.js'
import { Sentences } from './sentences.js'

/** @import { Direction, GuardsState, MusketeerRun, Run, Step } from './types.d.ts' */

const SQUARE = /^[a-e][1-5]$/

export class CastleModel {
  /** The direction whose run the ghost shows. */
  ghost = signal(/** @type {Direction | null} */ (null))
  /** The move that a hint names. */
  hint = signal(/** @type {string | null} */ (null))
  /** @type {MusketeerRun | null} the run that led to the shown position */
  lastRun = null
  #choice = computed(() => {
    const { pending, asked, words } = this.picks
    return this.frame && !pending && !asked ? nextRuns(this.frame, words) : null
  })

  /** @param {Services} services */
  constructor(services) {
    this.picks = services.picks
    this.sentences = new Sentences(services.t)
    this.squares = new SquareBoard(services, this.#family())
  }

  /** The shown state; null before the first one. */
  get frame() {
    return /** @type {GuardsState | null} */ (this.squares.shown.value?.frame ?? null)
  }

  /** @param {GuardsState} frame @param {ShowOptions} how */
  show(frame, how) {
    const before = /** @type {GuardsState | null} */ (this.squares.shown.peek()?.frame ?? null)
    this.lastRun = before && frame.last ? namedRun(before, frame.last.split(' ')) : null
    this.picks.warn = (move) => this.sentences.warning(move, frame)
    this.squares.show(frame, how)
  }

  /** The runs that can be picked now; null: the next token is no direction. */
  get choice() {
    return this.#choice.value
  }

  /** The runs of the picked tokens. */
  get picked() {
    return this.frame ? runsOf(this.frame, this.picks.words) : []
  }

  /** The runs of the move that a hint names. */
  get hinted() {
    const move = this.hint.value
    return this.frame && move ? runsOf(this.frame, move.split(' ')) : []
  }

  /** The guard to remove and the corner of a picked run through the tunnel. */
  get tunnel() {
    const [, , removed, corner] =
      this.picked[0]?.run.stop === 'tunnel' ? this.picks.words : /** @type {string[]} */ ([])
    return { removed: removed === '-' ? undefined : removed, corner }
  }

  /** The next choice. @returns {Step} */
  get step() {
    const { words: tokens, next, pending, asked } = this.picks
    if (pending || asked || !this.squares.interactive) return 'wait'
    if (!tokens.length) return 'idle'
    if (tokens[0] === 'put') return tokens.length === 1 ? 'coin' : 'square'
    if (next.has('take')) return 'fate'
    if (next.has('-')) return 'guard'
    return tokens.length === 3 ? 'corner' : 'way'
  }

  /** Returns the effects of a run of the choice. @param {Direction} direction */
  consequences(direction) {
    const { choice, frame } = this
    const run = choice?.runs[direction]
    return choice && run && frame ? this.sentences.consequences(choice, run, frame) : []
  }

  /** Shows the run in a direction before it is picked; null: none. @param {Direction | null} direction */
  preview(direction) {
    this.ghost.value = direction && this.choice?.runs[direction] ? direction : null
  }

  /** Picks a token that is no place, or explains why it begins no move. @param {string} token */
  point(token) {
    const tokens = [...this.picks.words]
    if (this.squares.interactive && this.picks.point(token)) return
    this.squares.explain(token, tokens, SUITS.includes(token) ? 0 : null)
  }

  /** @returns {SquareFamily} */
  #family() {
    const { sentences } = this
    return {
      label: sentences.say('board'),
      rows: ROWS,
      bare: true,
      rim: RIM,
      outside: sentences.say('outside'),
      read: (frame) => parsePosition(frame.view.position).things,
      picture: ({ piece, owner, suit = '' }) =>
        owner === 0 ? musketeer(suit) : guard(suit, piece === 'coin'),
      shade: (place) => (isOutside(place) ? 'ring' : 'tile'),
      face: (place, frame) => {
        const name = parsePosition(frame.view.position).tiles.get(place)
        return name === undefined ? undefined : { key: name, content: tile(name) }
      },
      marks: marksOfTile,
      name: (place) => {
        const { tiles, things } = parsePosition(this.frame?.view.position ?? '')
        return sentences.cell(place, things.get(place), tiles)
      },
      offers: (frame) => this.#offers(frame),
      token: (place, thing) =>
        thing?.owner === 0 && this.picks.words[0] !== 'put' ? thing.piece : place,
      places: placesOfTokens,
      drop: (place) => this.#drop(place),
    }
  }

  /**
   * Returns the offers of the places: first musketeers; then the ends of the directions, without places shared by two of
   * them; then guards, corners and free squares by name.
   * @param {GuardsState} frame
   */
  #offers(frame) {
    const { next, words: tokens } = this.picks
    if (!tokens.length) return musketeerOffers(next, frame)
    const choice = next.size ? nextRuns(frame, tokens) : null
    if (!choice) return squareOffers(next)
    const directions = /** @type {[Direction, Run][]} */ (Object.entries(choice.runs)).filter(
      ([direction]) => next.has(direction),
    )
    const ends = directions.map(([direction, run]) =>
      placesOfRun(choice.start, direction, run).at(-1),
    )
    /** @type {Map<string, Offer>} */
    const offers = new Map()
    for (const [index, [direction, { effect }]] of directions.entries()) {
      const end = ends[index]
      const shared = ends.filter((other) => other === end).length > 1
      if (end === undefined || end === choice.start || shared) continue
      const legal = effect === 'defeat' ? 'capture' : 'to'
      offers.set(end, { word: direction, also: true, legal })
    }
    return offers
  }

  /** Returns the token of a drop: a musketeer dropped anywhere straight ahead runs that way. @param {string} place */
  #drop(place) {
    const { choice } = this
    if (!choice) return place
    const [from, to] = [choice.start, place].map((name) => this.squares.spot(name))
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    if (dx && dy) return place
    if (dx) return dx > 0 ? 'e' : 'w'
    return dy > 0 ? 's' : 'n'
  }
}

/** Marks a tile that is searched or whose musketeer needs it next, and the letters and numbers at the edge.
 * @param {string} place @param {GuardsState} frame @returns {Attributes} */
function marksOfTile(place, frame) {
  if (isOutside(place)) {
    if (place[2] === 's') return { 'data-file': place[0] }
    return place[2] === 'w' ? { 'data-rank': place[1] } : {}
  }
  if (place === CENTRE) return {}
  const { tiles, next } = parsePosition(frame.view.position)
  const [suit, rank] = tiles.get(place) ?? ''
  const left = Number(rank) - next[SUITS.indexOf(suit)]
  return { 'data-goal': left === 0, 'data-searched': left < 0 }
}

/** Returns the squares of the musketeers that can be picked. @param {NextTokens} next @param {GuardsState} frame */
function musketeerOffers(next, frame) {
  const { pawns } = parsePosition(frame.view.position)
  /** @type {Map<string, Offer>} */
  const offers = new Map()
  for (const suit of next.keys()) {
    const square = pawns[suit]
    if (square) offers.set(square, { word: suit, legal: false })
  }
  return offers
}

/** Returns the squares that are tokens themselves. @param {NextTokens} next */
function squareOffers(next) {
  const legal = next.has('-') ? 'capture' : 'to'
  /** @type {Map<string, Offer>} */
  const offers = new Map()
  for (const token of next.keys()) if (SQUARE.test(token)) offers.set(token, { word: token, legal })
  return offers
}

/** Returns the places of tokens, picked or of the last move: their squares and the musketeer's.
 * @param {readonly string[]} tokens @param {GuardsState} frame */
function placesOfTokens(tokens, frame) {
  const { pawns } = parsePosition(frame.view.position)
  const own = tokens[0] === 'put' ? null : pawns[tokens[0]]
  const squares = tokens.filter((token) => SQUARE.test(token))
  return own ? [...squares, own] : squares
}

/** Returns the direction of a cell whose run can be picked; null: it is none. @param {string | undefined} token */
export const directionOf = (token) => (token !== undefined && isDirection(token) ? token : null)
