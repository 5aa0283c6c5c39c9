// Cardinal's Guards: the sliding castle. A castle of five by five tiles in a ring of guards; the musketeers run, and
// what every run would do is shown before anything is sent, all of it from `view.runs`.

import { explain, sheet } from '../../boards/contract.js'
import { Grid } from '../../boards/grid.js'
import { set } from '../../core/dom.js'
import { guard, musketeer, tile } from './art.js'
import { panel } from './panel.js'
import { paths } from './paths.js'
import {
  ahead,
  CENTRE,
  outside,
  path,
  ROWS,
  read,
  SUITS,
  told,
} from './position.js'
import { speech as speechIn } from './sentences.js'

const KEYS = { ArrowUp: 'n', ArrowRight: 'e', ArrowDown: 's', ArrowLeft: 'w' }

export async function make(services) {
  await Promise.all(
    ['board', 'panel'].map((name) =>
      sheet(`/static/games/cardinals_guards/${name}.css`),
    ),
  )
  return new Castle(services).board
}

class Castle {
  #frame = null
  #how = { interactive: false }
  #faces = null // the tiles that are drawn

  constructor(services) {
    this.services = services
    this.picks = services.picks
    this.speech = speechIn(services.t)
    this.grid = new Grid(services, this.#family())
    this.grid.element.classList.add('cardinals-guards')
    const point = (word) => this.#point(word)
    const signs = (way) => this.#signs(way)
    this.paths = paths(this.grid, { press: point, signs })
    const { picks, speech } = this
    this.panel = panel({
      picks,
      speech,
      point,
      ghost: this.paths.ghost,
      home: () => this.#home(),
    })
    this.board = this.#board()
    this.grid.board = this.board
    this.off = this.picks.on(() => this.#frame && this.#paint())
    this.#listen()
  }

  #family() {
    const { speech } = this
    return {
      label: speech.say('board'),
      rows: ROWS,
      bare: true,
      outside: speech.say('outside'),
      read: (frame) => read(frame.view.position).things,
      draw: (piece, owner, suit) =>
        owner === 0 ? musketeer(suit) : guard(suit, piece === 'coin'),
      shade: (place) => (outside(place) ? 'ring' : 'tile'),
      name: (place, thing) =>
        speech.cell(place, thing, read(this.#frame.view.position).tiles),
      offers: (frame) => this.#offers(frame),
      says: (place, thing) =>
        thing?.owner === 0 && this.picks.words[0] !== 'put'
          ? thing.piece
          : place,
      places: (words, frame) => this.#places(words, frame),
      drop: (place) => this.#drop(place),
    }
  }

  #board() {
    const { speech } = this
    return {
      element: this.grid.element,
      side: this.panel.element,
      show: (frame, how) => this.#show(frame, how),
      describe: (frame) => speech.describe(frame),
      name: (word, frame) => speech.name(word, frame, this.picks.words),
      refuse: (word, frame, words) => speech.refuse(word, frame, words),
      leave: () => {
        this.off()
        this.grid.leave()
      },
    }
  }

  #show(frame, how) {
    this.#frame = frame
    this.#how = how
    this.picks.warn = (move) => this.speech.warning(move, frame)
    this.grid.show(frame, how)
    this.#tiles()
    this.#paint()
  }

  /** Faces of the tiles, and which of them are searched or to be searched next. */
  #tiles() {
    const { tiles, next } = read(this.#frame.view.position)
    const names = [...tiles.values()].join('')
    for (const [place, name] of tiles) {
      const cell = this.grid.cell(place)
      if (this.#faces !== names) {
        cell.querySelector('.face')?.remove()
        cell.prepend(tile(name))
      }
      const left =
        place === CENTRE ? 0 : Number(name[1]) - next[SUITS.indexOf(name[0])]
      set(cell, {
        'data-goal': place !== CENTRE && left === 0,
        'data-searched': place !== CENTRE && left < 0,
      })
    }
    this.#faces = names
    for (const [index, file] of [...'abcde'].entries()) {
      set(this.grid.cell(`${file}1s`), { 'data-file': file })
      set(this.grid.cell(`a${index + 1}w`), { 'data-rank': index + 1 })
    }
  }

  #paint() {
    const { picks } = this
    const now =
      !picks.pending && !picks.asked ? ahead(this.#frame, picks.words) : null
    const chosen = this.#chosen(picks.words)
    const [, , removed, corner] =
      chosen[0]?.run.stop === 'tunnel' ? picks.words : []
    this.paths.show(now, chosen, {
      removed: removed === '-' ? null : removed,
      corner,
    })
    this.panel.show(this.#frame, this.#how)
    set(this.grid.element, { 'data-step': this.panel.element.dataset.step })
  }

  /** The runs among the words. */
  #chosen(words) {
    return [2, 5]
      .filter((count) => words.length >= count)
      .map((count) => told(this.#frame, words.slice(0, count)))
      .filter(Boolean)
  }

  #signs(way) {
    const { suit, runs } = ahead(this.#frame, this.picks.words)
    return this.speech.consequences({ suit, run: runs[way] }, this.#frame)
  }

  /** What the places offer: pawns at first; then the squares where the directions end, those that share theirs with
   * another left out; guards, corners and free squares as they are named. */
  #offers(frame) {
    const { picks } = this
    const [next, { pawns }] = [picks.next, read(frame.view.position)]
    if (!picks.words.length)
      return new Map(
        [...next.keys()]
          .filter((word) => pawns[word])
          .map((suit) => [pawns[suit], { word: suit }]),
      )
    const runs = next.size ? ahead(frame, picks.words) : null
    if (!runs) return this.#named(next)
    const offers = new Map()
    const all = Object.entries(runs.runs)
      .filter(([way]) => next.has(way))
      .map(([way, run]) => [way, run, path(runs.start, way, run).at(-1)])
    for (const [way, run, end] of all) {
      const alone =
        end !== runs.start &&
        all.filter(([, , other]) => other === end).length === 1
      if (alone)
        offers.set(end, {
          word: way,
          also: true,
          legal: run.effect === 'defeat' ? 'capture' : 'to',
        })
    }
    return offers
  }

  #named(next) {
    const removal = next.has('-')
    return new Map(
      [...next.keys()]
        .filter((word) => /^[a-e][1-5]$/.test(word))
        .map((word) => [word, { word, legal: removal ? 'capture' : 'to' }]),
    )
  }

  /** The pawn for its suit, and every square that is named. */
  #places(words, frame) {
    const { pawns } = read(frame.view.position)
    const own = words[0] === 'put' ? [] : [pawns[words[0]]]
    return [
      ...words.filter((word) => /^[a-e][1-5]$/.test(word)),
      ...own,
    ].filter(Boolean)
  }

  /** A pawn that is dropped anywhere straight ahead runs that way. */
  #drop(place) {
    const now = ahead(this.#frame, this.picks.words)
    if (!now) return place
    const [from, to] = [now.start, place].map((name) => this.grid.spot(name))
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    if (dx && dy) return place
    return dx ? (dx > 0 ? 'e' : 'w') : dy > 0 ? 's' : 'n'
  }

  /** Points at a word that is no place; says why when it begins nothing. */
  #point(word) {
    const words = [...this.picks.words]
    if (this.#how.interactive && this.picks.point(word)) return
    const [frame, how] = [this.#frame, this.#how]
    this.services.say(
      explain(this.services, this.board, {
        frame,
        how,
        words,
        word,
        owner: SUITS.includes(word) ? 0 : null,
      }),
    )
  }

  #home() {
    this.grid.grid
      .querySelector('[tabindex="0"]')
      ?.focus({ preventScroll: true })
  }

  #listen() {
    this.grid.grid.addEventListener(
      'keydown',
      (event) => this.#arrow(event),
      true,
    )
    const look = (event) => {
      const way = event.target.closest('.cell')?.dataset.also
      this.paths.ghost(
        way && ahead(this.#frame, this.picks.words)?.runs[way] ? way : null,
      )
    }
    for (const event of ['pointerover', 'focusin'])
      this.grid.grid.addEventListener(event, look)
    for (const event of ['pointerleave', 'focusout'])
      this.grid.grid.addEventListener(event, () => this.paths.ghost(null))
  }

  /** While a direction is the next word, the arrow keys say it. */
  #arrow(event) {
    const way = KEYS[event.key]
    if (
      !way ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.shiftKey
    )
      return
    if (
      !this.#how.interactive ||
      this.picks.pending ||
      this.picks.asked ||
      !ahead(this.#frame, this.picks.words)
    )
      return
    event.preventDefault()
    event.stopPropagation()
    this.#point(way)
  }
}
