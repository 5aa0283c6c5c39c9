// A board of squares, of any shape: three layers. A grid of buttons that are made once and carry the full names, so
// that focus survives every update; the pieces, moved by transform; an SVG overlay for lines and paths.

import { el, set, svg } from '../core/dom.js'
import { explain, keyboard, possible, shake } from './contract.js'
import { draggable } from './drag.js'
import { Pieces } from './piece-layer.js'

const SMALL = 40 // px; where fingers are the pointer, moves on smaller cells ask for a confirmation

/** What a family gives:
 * rows: the names of the places, from the top as seat 0 sees them; null: no place there
 * label: the name of the grid;  read(frame): Map place -> {piece, owner, suit?};  draw(piece, owner): its picture
 * name(place, thing | undefined): the full name of a cell;  shade?(place): a class of the cell
 * must?(frame): places whose move is compulsory;  captures?(place, frame, how): overrides "another's piece is there"
 * files, ranks: the coordinates are shown along the edge unless `bare`;  outside?: the name of a hole
 * Where words are not places (a pawn is called by its suit, a square is where a direction ends):
 * offers?(frame): Map place -> {word, also, legal: 'to' | 'capture' | false}, what a place offers as the next word;
 * `also`: another control carries the word.  says?(place, thing): the word of a place that offers none
 * places?(words, frame): the places that these words, picked or last, point at.  drop?(place): the word of a drop there
 */
export class Grid {
  board = null // the Board that this grid is part of: for names and refusals
  #cells = new Map() // place -> button
  #pieces
  #things = new Map()
  #frame = null
  #how = { interactive: false }
  #focused = null // the place that is the tab stop
  #loupe = null
  #rested = null // [from, to] of a piece that was dropped and is not decided
  #offers = new Map()
  #off
  #resized

  constructor(services, family) {
    this.services = services
    this.family = family
    this.columns = family.rows[0].length
    this.height = family.rows.length
    this.#pieces = new Pieces(family.draw)
    this.overlay = svg('svg', {
      class: 'overlay',
      viewBox: `0 0 ${this.columns} ${this.height}`,
      'aria-hidden': 'true',
      focusable: 'false',
    })
    this.grid = el('div', {
      role: 'grid',
      class: 'cells',
      'aria-label': family.label,
    })
    this.area = el(
      'div',
      { class: 'squares' },
      this.grid,
      this.#pieces.element,
      this.overlay,
    )
    this.area.style.setProperty('--columns', this.columns)
    this.area.style.setProperty('--rows', this.height)
    this.element = el('div', { class: 'board' }, this.area)
    for (const place of family.rows.flat())
      if (place) this.#cells.set(place, this.#cell(place))
    this.#listen()
  }

  show(frame, how) {
    const turned = how.flipped !== this.#how.flipped
    this.#frame = frame
    this.#how = how
    this.#rested = null
    if (turned) this.#lay(how.flipped)
    this.#weigh()
    this.#things = this.family.read(frame)
    this.#pieces.show(this.#things, (place) => this.spot(place), {
      last: frame.last,
      animate: how.animate && !turned,
    })
    this.#paint()
  }

  /** The column and row of a place on the screen, from the top left. */
  spot(place) {
    const row = this.family.rows.findIndex((names) => names.includes(place))
    const column = this.family.rows[row].indexOf(place)
    return this.#how.flipped
      ? [this.columns - 1 - column, this.height - 1 - row]
      : [column, row]
  }

  cell(place) {
    return this.#cells.get(place)
  }

  leave() {
    this.#off()
    this.#resized.disconnect()
    window.removeEventListener('resize', this.#fit)
  }

  #cell(place) {
    const shade = this.family.shade?.(place) ?? ''
    return el('button', {
      type: 'button',
      role: 'gridcell',
      class: `cell ${shade}`,
      'data-sq': place,
      tabindex: '-1',
    })
  }

  #lay(flipped) {
    const focus = document.activeElement
    const order = flipped
      ? [...this.family.rows].reverse().map((row) => [...row].reverse())
      : this.family.rows
    this.grid.replaceChildren(
      ...order.map((row, y) =>
        el(
          'div',
          { role: 'row', class: 'row' },
          row.map((place, x) =>
            place ? this.#edge(place, x, y) : this.#hole(),
          ),
        ),
      ),
    )
    if (this.grid.contains(focus)) focus.focus()
  }

  #hole() {
    const { outside } = this.family
    return el('span', {
      class: 'hole',
      role: outside ? 'gridcell' : 'presentation',
      'aria-label': outside,
    })
  }

  /** The coordinates stand in the cells of the left column and of the bottom row. */
  #edge(place, x, y) {
    return set(this.#cells.get(place), {
      'data-file': !this.family.bare && y === this.height - 1 && place[0],
      'data-rank': !this.family.bare && x === 0 && place.slice(1),
    })
  }

  #listen() {
    const { picks } = this.services
    this.#off = picks.on(() => this.#frame && this.#paint())
    this.grid.addEventListener('click', (event) => {
      const cell = event.target.closest('[data-sq]')
      if (cell) this.point(cell.dataset.sq)
    })
    this.grid.addEventListener('focusin', (event) =>
      this.#stop(event.target.closest('[data-sq]')?.dataset.sq),
    )
    this.grid.addEventListener('keydown', (event) => this.#arrows(event))
    keyboard(this.element, {
      back: () => picks.back(),
      step: (onward) => this.#step(onward),
      moves: () => this.#moves(),
    })
    draggable(this.grid, {
      lift: (place) => this.#lift(place),
      over: (place, event) => this.#over(place, event),
      slides: () => this.#how.interactive && picks.words.length > 0,
      point: (place) => this.point(place),
      drop: (place) => this.#drop(place),
      cancel: () => {
        this.#over(null)
        picks.clear()
      },
    })
    this.#resized = new ResizeObserver(() => this.#weigh())
    this.#resized.observe(this.area)
    window.addEventListener('resize', this.#fit) // zooming the page changes the ratio too
    this.#fit()
  }

  /** Tells the sheet the size of a device pixel, of which the cells are a whole number. */
  #fit = () =>
    this.area.style.setProperty('--pixel', `${1 / devicePixelRatio}px`)

  /** Whether a whole move waits for a confirmation: as the reader wishes, else where cells are small for fingers. */
  #weigh() {
    if (!this.#how.confirm) return
    const small =
      this.area.clientWidth / this.columns < SMALL &&
      matchMedia('(pointer: coarse)').matches
    const wish = this.services.settings.get('confirm', 'auto')
    this.services.picks.confirming =
      wish === 'always' || (wish === 'auto' && small)
  }

  /** Points at a place; says why when that begins nothing, and lets one word go. */
  point(place) {
    const { picks } = this.services
    const words = [...picks.words]
    if (this.#how.interactive && picks.point(this.#word(place))) return true
    this.#refuse(place, words)
    if (this.#how.interactive) picks.back()
    return false
  }

  /** The word that pointing at a place says now. */
  #word(place) {
    return (
      this.#offers.get(place)?.word ??
      this.family.says?.(place, this.#things.get(place)) ??
      place
    )
  }

  #places(words) {
    return this.family.places?.(words, this.#frame) ?? words
  }

  #refuse(word, words) {
    shake(this.#pieces.at(this.#places(words).at(-1) ?? word) ?? this.area)
    const [frame, how] = [this.#frame, this.#how]
    const owner = this.#things.get(word)?.owner ?? null
    this.services.say(
      explain(this.services, this.board, { frame, how, words, word, owner }),
    )
  }

  #paint() {
    const { picks } = this.services
    if (this.#rested && !picks.words.includes(this.#rested[1])) this.#unrest()
    const last = new Set(this.#places(this.#frame.last?.split(' ') ?? []))
    const chosen = new Set(this.#places(picks.words))
    const offers = this.family.offers?.(this.#frame) ?? this.#plain(picks.next)
    this.#offers = this.#how.interactive ? offers : new Map() // in a picture the targets show, and no more
    const must = new Set(this.family.must?.(this.#frame))
    if (!this.#cells.has(this.#focused)) this.#stop(this.#first())
    for (const [place, cell] of this.#cells) {
      const thing = this.#things.get(place)
      const picked = chosen.has(place)
      const { legal = false } = offers.get(place) ?? {}
      const { word, also = false } = this.#offers.get(place) ?? {}
      set(cell, {
        'aria-label': this.family.name(place, thing),
        'aria-selected': this.#how.interactive && (picked ? 'true' : 'false'),
        'aria-description':
          word !== undefined && this.services.t(`board.${legal || 'movable'}`),
        'data-piece': thing?.piece,
        'data-owner': thing?.owner,
        'data-suit': thing?.suit,
        'data-word': !also && word,
        'data-also': also && word,
        'data-legal': legal,
        'data-picked': picked,
        'data-pending': picked && picks.pending !== null,
        'data-last': last.has(place),
        'data-must': must.has(place),
      })
      mark(cell, legal)
    }
    set(this.area, { 'data-picking': picks.words.length > 0 })
  }

  /** What the places offer where each is its own word. */
  #plain(next) {
    const legal = (place) =>
      this.services.picks.words.length > 0 &&
      (this.#captures(place) ? 'capture' : 'to')
    const places = [...next.keys()].filter((word) => this.#cells.has(word))
    return new Map(places.map((word) => [word, { word, legal: legal(word) }]))
  }

  #unrest() {
    this.#pieces.rest(this.#rested[0], this.spot(this.#rested[0]))
    this.#rested = null
  }

  #captures(place) {
    if (this.family.captures)
      return this.family.captures(place, this.#frame, this.#how)
    const owner = this.#things.get(place)?.owner
    return owner !== undefined && owner !== this.#how.seat
  }

  /** The tab stop of the board. */
  #stop(place) {
    if (!place) return
    this.#cells.get(this.#focused)?.setAttribute('tabindex', '-1')
    this.#focused = place
    this.#cells.get(place).setAttribute('tabindex', '0')
  }

  #first() {
    const own = [...this.#things].find(
      ([, thing]) => thing.owner === this.#how.seat,
    )
    return own?.[0] ?? this.#cells.keys().next().value
  }

  #arrows(event) {
    const step = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }[event.key]
    const place = event.target.closest('[data-sq]')?.dataset.sq
    if (
      !step ||
      !place ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    const [column, row] = this.spot(place)
    const near = [...this.#cells.keys()].find((other) => {
      const [x, y] = this.spot(other)
      return x === column + step[0] && y === row + step[1]
    })
    if (near) this.#cells.get(near).focus()
  }

  /** To the next or the previous cell that offers a word, the compulsory ones first. */
  #step(onward) {
    const offers = [...this.grid.querySelectorAll('[data-word]')]
    const musts = offers.filter((cell) => cell.dataset.must !== undefined)
    const cells = musts.length ? musts : offers
    if (!cells.length)
      return this.services.say(this.services.t('board.nothing_movable'))
    const order = [...this.grid.querySelectorAll('[data-sq]')]
    const at = order.indexOf(document.activeElement)
    const before = cells.filter((cell) => order.indexOf(cell) < at)
    const after = cells.filter((cell) => order.indexOf(cell) > at)
    const to =
      onward > 0 ? (after[0] ?? cells[0]) : (before.at(-1) ?? cells.at(-1))
    to.focus()
  }

  /** Says where the piece under the focus, or the one that is picked, can go. */
  #moves() {
    const { picks, say, t } = this.services
    const words = picks.words.length
      ? picks.words
      : [this.#word(document.activeElement?.dataset.sq)]
    say(
      possible(this.services, this.board, this.#frame, words) ||
        t('board.no_moves'),
    )
  }

  #lift(place) {
    const { picks } = this.services
    if (!this.#how.interactive || picks.pending || !this.#pieces.at(place))
      return null
    const word = this.#word(place)
    if (
      picks.words.at(-1) !== word &&
      !(picks.next.has(word) || picks.after([]).has(word))
    )
      return null
    if (picks.words.at(-1) !== word) picks.point(word)
    return picks.words.at(-1) === word ? this.#pieces.at(place) : null
  }

  /** The place under the pointer; under a finger its name stands above it. */
  #over(place, event) {
    for (const [name, cell] of this.#cells)
      set(cell, { 'data-over': name === place })
    this.#loupe?.remove()
    if (!place || event?.pointerType !== 'touch') return
    this.#loupe ??= el('div', {
      class: 'loupe',
      'data-loupe': true,
      'aria-hidden': 'true',
    })
    this.#loupe.textContent = place
    this.#loupe.style.left = `${Math.min(Math.max(event.clientX, 48), innerWidth - 48)}px`
    this.#loupe.style.top = `${Math.max(event.clientY - 40, 60)}px`
    this.element.append(this.#loupe)
  }

  #drop(place) {
    const { picks } = this.services
    const start = picks.words.at(-1)
    this.#over(null)
    if (place && this.family.drop) {
      if (picks.point(this.family.drop(place))) return
      this.#refuse(place, [...picks.words])
      picks.clear()
    } else if (place && picks.next.has(place)) {
      this.#pieces.rest(start, this.spot(place))
      this.#rested = [start, place]
      picks.point(place)
    } else {
      if (place) this.#refuse(place, [...picks.words])
      picks.clear()
    }
  }
}

/** The sign of a possible target: a dot for a quiet move, a frame for a capture; different in shape. */
function mark(cell, legal) {
  const old = cell.querySelector('.mark')
  if (old?.dataset.mark === (legal || undefined)) return
  old?.remove()
  if (legal)
    cell.append(
      el('span', {
        class: `mark mark-${legal}`,
        'data-mark': legal,
        'aria-hidden': 'true',
      }),
    )
}
