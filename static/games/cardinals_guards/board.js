// Board of Cardinal's Guards: five by five tiles in a ring of guards. It previews what every run of a musketeer would do, from
// `view.runs`.

import { sheet } from '../../boards/contract.js'
import { Grid } from '../../boards/grid.js'
import { closest, set } from '../../core/dom.js'
import { guard, musketeer, tile } from './art.js'
import { playFinale } from './finale.js'
import { panel } from './panel.js'
import { runPaths } from './paths.js'
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
  SUITS,
} from './position.js'
import { Sentences } from './sentences.js'
import { readMove, tellings } from './tellings.js'

/** @import { Direction, GuardsState, MusketeerRun, Run } from './types.d.ts' */

/** @type {Record<string, Direction>} */
const ARROW_KEYS = {
  ArrowUp: 'n',
  ArrowRight: 'e',
  ArrowDown: 's',
  ArrowLeft: 'w',
}
const SQUARE = /^[a-e][1-5]$/

/** @param {Services} services */
export async function make(services) {
  await Promise.all(
    ['board', 'panel'].map((name) =>
      sheet(`/static/games/cardinals_guards/${name}.css`),
    ),
  )
  return new CastleBoard(services).board
}

class CastleBoard {
  /** @type {GuardsState | null} */
  #shown = null
  /** @type {ShowOptions} */
  #how = { seat: null, flipped: false, interactive: false, animate: false }
  /** @type {MusketeerRun | null} the run that led to the shown position */
  #lastRun = null
  #tileNames = '' // the tiles whose faces are drawn

  /** @param {Services} services */
  constructor(services) {
    this.services = services
    this.picks = services.picks
    this.sentences = new Sentences(services.t)
    this.grid = new Grid(services, this.#gridFamily())
    this.grid.element.classList.add('cardinals-guards')
    /** @param {string} token */
    const point = (token) => this.#point(token)
    this.paths = runPaths(this.grid, point, (direction) =>
      this.#consequences(direction),
    )
    this.panel = panel({
      picks: this.picks,
      sentences: this.sentences,
      point,
      ghost: this.paths.ghost,
      focusBoard: () => this.#focusBoard(),
    })
    this.board = this.#board()
    this.grid.board = this.board
    this.unsubscribe = this.picks.on(() => this.#shown && this.#paint())
    this.#listen()
  }

  /** @returns {GridFamily} */
  #gridFamily() {
    const { sentences } = this
    return {
      label: sentences.say('board'),
      rows: ROWS,
      bare: true,
      rim: RIM,
      outside: sentences.say('outside'),
      read: (frame) => parsePosition(frame.view.position).things,
      draw: (piece, owner, suit = '') =>
        owner === 0 ? musketeer(suit) : guard(suit, piece === 'coin'),
      shade: (place) => (isOutside(place) ? 'ring' : 'tile'),
      name: (place) => {
        const { tiles, things } = parsePosition(this.#frame.view.position)
        return sentences.cell(place, things.get(place), tiles)
      },
      offers: (frame) => this.#offers(frame),
      token: (place, thing) =>
        thing?.owner === 0 && this.picks.words[0] !== 'put'
          ? thing.piece
          : place,
      places: (tokens, frame) => placesOfTokens(tokens, frame),
      drop: (place) => this.#drop(place),
    }
  }

  /** @returns {Board} */
  #board() {
    const { sentences } = this
    return {
      element: this.grid.element,
      side: this.panel.element,
      show: (frame, how) => this.#show(frame, how),
      describe: (frame) => sentences.describe(frame),
      name: (token, frame) => sentences.name(token, frame, this.picks.words),
      refuse: (token, frame, tokens) => sentences.refuse(token, frame, tokens),
      movable: ({ legal }) =>
        legal.some(([move]) => move.startsWith('put '))
          ? 'cardinals_guards.step.idle'
          : 'refused.movable',
      finale: (frame, signal) =>
        playFinale(
          frame,
          {
            grid: this.grid,
            score: this.panel.element.querySelector('.count-defeated'),
            lastRun: this.#lastRun,
          },
          signal,
        ),
      ...tellings(sentences),
      tell: (move) => readMove(move, sentences) ?? move,
      leave: () => {
        this.unsubscribe()
        this.grid.leave()
      },
    }
  }

  /** The shown frame; there is one before anything can be picked. */
  get #frame() {
    if (!this.#shown) throw new Error('the board was used before show()')
    return this.#shown
  }

  /** @param {GuardsState} frame @param {ShowOptions} how */
  #show(frame, how) {
    this.#lastRun =
      this.#shown && frame.last
        ? namedRun(this.#shown, frame.last.split(' '))
        : null
    this.#shown = frame
    this.#how = how
    this.picks.warn = (move) => this.sentences.warning(move, frame)
    this.grid.show(frame, how)
    this.#showTiles(frame)
    set(this.grid.element, { 'data-over': frame.over?.reason })
    this.#paint()
  }

  /** Shows the faces of the tiles, and which are searched or next. @param {GuardsState} frame */
  #showTiles(frame) {
    const { tiles, next } = parsePosition(frame.view.position)
    const names = [...tiles.values()].join('')
    for (const [square, name] of tiles) {
      const cell = this.grid.cell(square)
      if (!cell) continue
      if (this.#tileNames !== names) {
        cell.querySelector('.face')?.remove()
        cell.prepend(tile(name))
      }
      const left =
        square === CENTRE ? 0 : Number(name[1]) - next[SUITS.indexOf(name[0])]
      set(cell, {
        'data-goal': square !== CENTRE && left === 0,
        'data-searched': square !== CENTRE && left < 0,
      })
    }
    this.#tileNames = names
    for (const [index, file] of [...'abcde'].entries()) {
      const [bottom, left] = [`${file}1s`, `a${index + 1}w`]
      this.#setCell(bottom, { 'data-file': file })
      this.#setCell(left, { 'data-rank': index + 1 })
    }
  }

  /** @param {string} place @param {Attributes} attributes */
  #setCell(place, attributes) {
    const cell = this.grid.cell(place)
    if (cell) set(cell, attributes)
  }

  #paint() {
    const { picks } = this
    const choice =
      !picks.pending && !picks.asked ? nextRuns(this.#frame, picks.words) : null
    const picked = this.#pickedRuns()
    const [, , removed, corner] =
      picked[0]?.run.stop === 'tunnel' ? picks.words : []
    this.paths.show(choice, picked, {
      removed: removed === '-' ? undefined : removed,
      corner,
    })
    this.panel.show(this.#frame, this.#how)
    set(this.grid.element, { 'data-step': this.panel.element.dataset.step })
  }

  /** Returns the runs of the picked tokens: the first one, and the one out of a corner. */
  #pickedRuns() {
    const tokens = this.picks.words
    /** @type {MusketeerRun[]} */
    const runs = []
    for (const count of [2, 5]) {
      const run =
        tokens.length >= count && namedRun(this.#frame, tokens.slice(0, count))
      if (run) runs.push(run)
    }
    return runs
  }

  /** @param {Direction} direction */
  #consequences(direction) {
    const choice = nextRuns(this.#frame, this.picks.words)
    const run = choice?.runs[direction]
    if (!choice || !run) return []
    return this.sentences.consequences(choice, run, this.#frame)
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
    const directions = /** @type {[Direction, Run][]} */ (
      Object.entries(choice.runs)
    ).filter(([direction]) => next.has(direction))
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
    const choice = nextRuns(this.#frame, this.picks.words)
    if (!choice) return place
    const [from, to] = [choice.start, place].map((name) => this.grid.spot(name))
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    if (dx && dy) return place
    if (dx) return dx > 0 ? 'e' : 'w'
    return dy > 0 ? 's' : 'n'
  }

  /** Picks a token that is no place, or explains why it begins no move. @param {string} token */
  #point(token) {
    const tokens = [...this.picks.words]
    if (this.#how.interactive && this.picks.point(token)) return
    this.grid.explain(token, tokens, SUITS.includes(token) ? 0 : null)
  }

  #focusBoard() {
    const cell = /** @type {HTMLElement | null} */ (
      this.grid.grid.querySelector('[tabindex="0"]')
    )
    cell?.focus({ preventScroll: true })
  }

  #listen() {
    const { grid } = this.grid
    grid.addEventListener('keydown', (event) => this.#arrowKey(event), true)
    /** @param {Event} event */
    const look = (event) => {
      const direction = closest(event, '.cell')?.dataset.also ?? ''
      const choice = nextRuns(this.#frame, this.picks.words)
      const runs = isDirection(direction) && choice?.runs[direction]
      this.paths.ghost(runs && isDirection(direction) ? direction : null)
    }
    for (const type of ['pointerover', 'focusin'])
      grid.addEventListener(type, look)
    for (const type of ['pointerleave', 'focusout'])
      grid.addEventListener(type, () => this.paths.ghost(null))
  }

  /** Picks a direction by an arrow key while one is the next token. @param {KeyboardEvent} event */
  #arrowKey(event) {
    const direction = ARROW_KEYS[event.key]
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    if (!direction || altKey || ctrlKey || metaKey || shiftKey) return
    if (
      !this.#how.interactive ||
      this.picks.pending ||
      this.picks.asked ||
      !nextRuns(this.#frame, this.picks.words)
    )
      return
    event.preventDefault()
    event.stopPropagation()
    this.#point(direction)
  }
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
  for (const token of next.keys())
    if (SQUARE.test(token)) offers.set(token, { word: token, legal })
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
