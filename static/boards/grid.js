// Board of squares, of any shape, in three layers: a grid of buttons that are created once and carry the full names, so
// that the focus survives every update; pieces, moved by transform; an SVG overlay for lines and paths.

import { all, el, focused, set, svg } from '../core/dom.js'
import { loadPart } from '../core/files.js'
import { isShortcut, shake } from './contract.js'
import { ARROWS } from './navigation.js'
import { PieceLayer } from './piece-layer.js'
import { PlaceBoard, placeOf } from './place-board.js'

const SMALL_CELL_PX = 40 // with a coarse pointer, moves on smaller cells need a confirmation

export class Grid extends PlaceBoard {
  /** @type {Map<string, HTMLButtonElement>} by place */
  #cells = new Map()
  /** @type {Map<string, Piece>} by place */
  #things = new Map()
  #pieces
  #off
  #loupe = el('div', {
    class: 'loupe',
    'data-loupe': true,
    'aria-hidden': 'true',
  })
  /** @type {[from: string, to: string] | null} a dropped piece whose move is not decided */
  #rested = null
  /** @type {Map<string, Offer>} by place */
  #offers = new Map()
  #resized = new ResizeObserver(() => {
    this.#setConfirming()
    this.#snap()
  })
  /** @type {Promise<import('./annotations.js').Annotations> | null} */
  #annotations = null
  /** @type {Promise<import('./pointers.js').Pointers> | null} */
  #pointers = null
  /** @type {[from: string, to: string][]} the moves that are pointed at */
  #pointed = []
  #annotated = '' // the position that was drawn on

  /** @param {Services} services @param {GridFamily} family */
  constructor(services, family) {
    super(services, 'cells', family.label)
    this.family = family
    this.columns = family.rows[0].length
    this.height = family.rows.length
    this.rim = family.rim ?? 1
    const [width, height] = [this.columns, this.height].map(
      (count) => count - 2 + 2 * this.rim,
    )
    this.#pieces = new PieceLayer(family.draw)
    this.overlay = svg('svg', {
      class: 'overlay',
      viewBox: `0 0 ${width} ${height}`,
      'aria-hidden': 'true',
      focusable: 'false',
    })
    this.area = el(
      'div',
      { class: 'squares' },
      this.grid,
      this.#pieces.element,
      this.overlay,
    )
    this.area.style.setProperty('--columns', String(width))
    this.area.style.setProperty('--rows', String(height))
    this.element.append(this.area)
    for (const place of family.rows.flat())
      if (place) this.#cells.set(place, this.#cell(place))
    this.#off = services.picks.on(() => this.shown && this.#paint())
    this.#listen()
  }

  /** @param {State} frame @param {ShowOptions} how */
  show(frame, how) {
    const turned = how.flipped !== this.shown?.how.flipped
    super.show(frame, how)
    this.#rested = null
    if (turned) this.#lay(how.flipped)
    set(this.element, { 'data-flipped': how.flipped })
    if (turned || frame.view.position !== this.#annotated) this.#clear()
    this.#setConfirming()
    this.#things = this.family.read(frame)
    this.#pieces.show(this.#things, (place) => this.corner(place), {
      last: frame.last,
      animate: how.animate && !turned,
    })
    this.dragging?.check((place, node) => this.#pieces.at(place) === node)
    this.#paint()
  }

  /** The column and row of a place on the screen, from the top left. @param {string} place @returns {Point} */
  spot(place) {
    const row = this.family.rows.findIndex((names) => names.includes(place))
    const column = this.family.rows[row].indexOf(place)
    return this.shown?.how.flipped
      ? [this.columns - 1 - column, this.height - 1 - row]
      : [column, row]
  }

  /** Where the piece of a place is drawn, in cells from the top left; centred also on a thin rim.
   * @param {string} place @returns {Point} */
  corner(place) {
    const [column, row] = this.spot(place)
    return [
      along(column, this.columns, this.rim),
      along(row, this.height, this.rim),
    ]
  }

  /** @param {string} place */
  cell(place) {
    return this.#cells.get(place)
  }

  /** Shows arrows for moves, replacing earlier ones. @param {[from: string, to: string][]} moves */
  async pointAt(moves) {
    this.#pointed = moves
    if (!moves.length && !this.#pointers) return
    this.#pointers ??= loadPart(() => import('./pointers.js')).then(
      ({ Pointers }) => new Pointers(this),
    )
    const pointers = await this.#pointers
    pointers.show(this.#pointed)
  }

  /** Returns the element of the piece at a place, or null. @param {string} place */
  piece(place) {
    return this.#pieces.at(place)
  }

  leave() {
    this.#off()
    this.dragging?.leave()
    this.#resized.disconnect()
    window.removeEventListener('resize', this.#fit)
  }

  /** @param {string} place */
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

  /** @param {boolean} flipped */
  #lay(flipped) {
    const focus = focused()
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
    if (focus && this.grid.contains(focus)) focus.focus()
  }

  #hole() {
    const { outside } = this.family
    return el('span', {
      class: 'hole',
      role: outside ? 'gridcell' : 'presentation',
      'aria-label': outside,
    })
  }

  /** Coordinates are in the cells of the left column and the bottom row.
   * @param {string} place @param {number} x @param {number} y */
  #edge(place, x, y) {
    const cell = this.#cells.get(place)
    if (!cell) return null
    return set(cell, {
      'data-file': !this.family.bare && y === this.height - 1 && place[0],
      'data-rank': !this.family.bare && x === 0 && place.slice(1),
    })
  }

  #listen() {
    const { picks } = this.services
    this.grid.addEventListener('click', (event) => {
      const place = placeOf(event)
      if (place) this.point(place)
    })
    this.grid.addEventListener('keydown', (event) => this.#arrows(event))
    this.listen({
      word: (place) => this.#word(place),
      lift: (place) => this.#lift(place),
      over: (place, event) => this.#over(place, event),
      slides: () => this.interactive && picks.words.length > 0,
      point: (place) => this.point(place),
      drop: (place) => this.#drop(place),
      draw: (from, to, how) => this.#draw(from, to, how),
      clear: () => this.#clear(),
    })
    this.#resized.observe(this.area)
    window.addEventListener('resize', this.#fit) // zooming the page changes the ratio too
    this.#fit()
  }

  /** Sets the size of a device pixel for the style sheet: cells are a whole number of them. */
  #fit = () => {
    this.area.style.setProperty('--pixel', `${1 / devicePixelRatio}px`)
    this.#snap()
  }

  /** Shifts the board by the fraction of a device pixel that the page's layout is off. */
  #snap() {
    const { style } = this.area
    const [left, top] = [style.left, style.top].map((px) => parseFloat(px) || 0)
    const box = this.area.getBoundingClientRect()
    const part = (/** @type {number} */ at) =>
      ((((at * devicePixelRatio) % 1) + 1) % 1) / devicePixelRatio
    style.left = `${-part(box.left + scrollX - left)}px`
    style.top = `${-part(box.top + scrollY - top)}px`
  }

  /** Decides whether whole moves need a confirmation: by the setting, else where cells are too small for fingers. */
  #setConfirming() {
    if (!this.shown?.how.confirm) return
    const small =
      this.area.clientWidth / this.columns < SMALL_CELL_PX &&
      matchMedia('(pointer: coarse)').matches
    const wish = this.services.settings.get('confirm', 'auto')
    this.services.picks.confirming =
      wish === 'always' || (wish === 'auto' && small)
  }

  /** Points at a place; if that begins no move, explains why and takes one token back. @param {string} place */
  point(place) {
    const { picks } = this.services
    this.#chooseAnew(place)
    const words = [...picks.words]
    if (this.interactive && picks.point(this.#word(place))) return true
    this.#refuse(place, words)
    if (this.interactive) picks.back()
    return false
  }

  /** For a premove: pointing at another own piece selects that piece. By dragging and as text a premove can go to a
   * square of an own piece, which may have been captured by then.
   * @param {string} place */
  #chooseAnew(place) {
    const { picks } = this.services
    const own = this.#things.get(place)?.owner === this.now.how.seat
    if (picks.ahead && own && picks.words.length && picks.words[0] !== place)
      picks.clear()
  }

  /** Returns the token of a place now. @param {string} place */
  #word(place) {
    return (
      this.#offers.get(place)?.word ??
      this.family.token?.(place, this.#things.get(place)) ??
      place
    )
  }

  /** @param {readonly string[]} words */
  #places(words) {
    return this.family.places?.(words, this.now.frame) ?? words
  }

  /** @param {string} word @param {readonly string[]} words */
  #refuse(word, words) {
    shake(this.#pieces.at(this.#places(words).at(-1) ?? word) ?? this.area)
    this.explain(word, words, this.#things.get(word)?.owner ?? null)
  }

  #paint() {
    const { picks } = this.services
    const { ahead } = picks
    const { frame, how } = this.now
    if (this.#rested && !picks.words.includes(this.#rested[1])) this.#unrest()
    const last = new Set(this.#places(frame.last?.split(' ') ?? []))
    const chosen = new Set(this.#places(picks.words))
    const offers = this.family.offers?.(frame) ?? this.#plain(picks.next)
    this.#offers = how.interactive ? offers : new Map() // a picture only shows the targets
    const must = new Set(this.family.must?.(frame))
    if (!this.tabStop.current) this.tabStop.move(this.#first())
    for (const [place, cell] of this.#cells) {
      const thing = this.#things.get(place)
      const picked = chosen.has(place)
      const legal = offers.get(place)?.legal ?? false
      const offer = this.#offers.get(place)
      set(cell, {
        'aria-label': this.family.name(place, thing),
        'aria-selected': how.interactive && (picked ? 'true' : 'false'),
        'aria-description':
          offer && !ahead && this.services.t(`board.${legal || 'movable'}`),
        'data-piece': thing?.piece,
        'data-owner': thing?.owner,
        'data-suit': thing?.suit,
        'data-word': !ahead && !offer?.also && offer?.word,
        'data-premove': ahead && offer?.word,
        'data-also': offer?.also && offer.word,
        'data-legal': legal,
        'data-picked': picked,
        'data-pending': picked && picks.pending !== null,
        'data-ahead': picked && ahead,
        'data-last': last.has(place),
        'data-must': must.has(place),
      })
      const inReach = ahead && picks.words.length > 0 && offer
      mark(cell, inReach ? 'ahead' : legal)
    }
    set(this.area, { 'data-picking': picks.words.length > 0 })
  }

  /** Returns the offers where each place is its own word. @param {NextTokens} next */
  #plain(next) {
    const picked = this.services.picks.words.length > 0
    /** @type {Map<string, Offer>} */
    const offers = new Map()
    for (const word of next.keys()) {
      const target = this.#captures(word) ? 'capture' : 'to'
      const legal = picked && !this.services.picks.ahead && target
      if (this.#cells.has(word)) offers.set(word, { word, legal })
    }
    return offers
  }

  #unrest() {
    if (this.#rested)
      this.#pieces.rest(this.#rested[0], this.corner(this.#rested[0]))
    this.#rested = null
  }

  /** @param {string} place */
  #captures(place) {
    const { frame, how } = this.now
    if (this.family.captures) return this.family.captures(place, frame, how)
    const owner = this.#things.get(place)?.owner
    return owner !== undefined && owner !== how.seat
  }

  /** Returns the first tab stop: an own piece. */
  #first() {
    const { seat } = this.now.how
    const own = [...this.#things].find(([, thing]) => thing.owner === seat)
    return this.#cells.get(own?.[0] ?? [...this.#cells.keys()][0])
  }

  /** @param {KeyboardEvent} event */
  #arrows(event) {
    const step = ARROWS[event.key]
    const place = placeOf(event)
    if (!step || !place || isShortcut(event) || event.shiftKey) return
    event.preventDefault()
    const [column, row] = this.spot(place)
    const near = [...this.#cells.keys()].find((other) => {
      const [x, y] = this.spot(other)
      return x === column + step[0] && y === row + step[1]
    })
    if (near) this.#cells.get(near)?.focus()
  }

  /** @param {string} place */
  #lift(place) {
    const { picks } = this.services
    if (!this.interactive || picks.pending || !this.#pieces.at(place))
      return null
    this.#chooseAnew(place)
    const word = this.#word(place)
    if (
      picks.words.at(-1) !== word &&
      !(picks.next.has(word) || picks.after([]).has(word))
    )
      return null
    if (picks.words.at(-1) !== word) picks.point(word)
    return picks.words.at(-1) === word ? this.#pieces.at(place) : null
  }

  /** Draws the reader's arrows and circles, which stay on this device.
   * @param {string | null} from @param {string | null} to @param {DrawOptions} how */
  #draw(from, to, { done, mouse }) {
    if (from) this.#cells.get(from)?.focus({ preventScroll: true }) // for Esc
    const looks = !mouse && this.family.inspects && this.#things.has(from ?? '')
    const target = looks && to === from ? null : to
    this.#annotated = this.now.frame.view.position
    this.#annotations ??= this.#loadAnnotations()
    this.#annotations.then((layer) => layer.draw(from, target, done))
  }

  async #loadAnnotations() {
    try {
      const { Annotations } = await loadPart(() => import('./annotations.js'))
      return new Annotations(this)
    } catch (error) {
      this.#annotations = null // the next arrow loads it again
      throw error
    }
  }

  #clear() {
    const drawn = this.#annotated !== ''
    this.#annotated = ''
    if (drawn) this.#annotations?.then((layer) => layer.clear())
    return drawn
  }

  /** Shows the place under the pointer; for a finger its name appears above it.
   * @param {string | null} place @param {PointerEvent} [event] */
  #over(place, event) {
    this.markOver(place)
    this.#loupe.remove()
    if (!place || event?.pointerType !== 'touch') return
    this.#loupe.textContent = place
    this.#loupe.style.left = `${Math.min(Math.max(event.clientX, 48), innerWidth - 48)}px`
    this.#loupe.style.top = `${Math.max(event.clientY - 40, 60)}px`
    this.element.append(this.#loupe)
  }

  /** Sends a dragged move, which is deliberate: it waits only if every move does, or if it may be costly. */
  #confirmDrag() {
    const { picks, settings } = this.services
    const { asked } = picks
    if (asked === null || settings.get('confirm', 'auto') === 'always') return
    if (picks.warn(asked) === null) picks.confirm()
  }

  /** @param {string | null} place */
  #drop(place) {
    const { picks } = this.services
    const start = picks.words.at(-1)
    this.#over(null)
    if (place && this.family.drop) {
      const word = this.family.drop(place)
      if (word !== null && picks.point(word)) return
      this.#refuse(place, [...picks.words])
      picks.clear()
    } else if (place && picks.ahead && picks.next.has(place)) {
      picks.point(place)
    } else if (place && start !== undefined && picks.next.has(place)) {
      this.#pieces.rest(start, this.corner(place))
      this.#rested = [start, place]
      picks.point(place)
      this.#confirmDrag()
    } else {
      if (place) this.#refuse(place, [...picks.words])
      picks.clear()
    }
  }
}

/** @param {number} index @param {number} count of the cells along a side @param {number} rim */
function along(index, count, rim) {
  if (index === 0) return (rim - 1) / 2
  if (index === count - 1) return rim + index - 1 + (rim - 1) / 2
  return rim + index - 1
}

/** Marks a possible target: a dot for a quiet move, a frame for a capture, so that they differ in shape.
 * @param {HTMLElement} cell @param {Offer['legal'] | 'ahead'} legal 'ahead': reachable on the next turn */
function mark(cell, legal) {
  const [old] = all(cell, '.mark')
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
