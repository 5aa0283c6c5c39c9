// Board of squares, of any shape: what it shows as signals, and what pointing, dragging and keys do. squares.js draws it.

import { batch, computed, signal } from '../vendor/preact.js'
import { isShortcut, shake } from './contract.js'
import { ARROWS } from './navigation.js'
import { arranged, NO_PIECES } from './pieces.js'
import { Places, present } from './places.js'

const SMALL_CELL_PX = 40 // with a coarse pointer, moves on smaller cells need a confirmation

/** What a cell shows. `attributes` also hold the family's own.
 * @typedef {{ attributes: Attributes, mark: string | undefined,
 *   face: { key: string, content: Content } | undefined }} Cell */

/** A drawing by the reader: finished shapes, and the one that is drawn when the pointer is released.
 * @typedef {{ drawn: readonly string[], preview: string | null }} Drawing */

/** @type {Drawing} */
const NOTHING_DRAWN = { drawn: [], preview: null }

export class SquareBoard extends Places {
  pieces = signal(NO_PIECES)
  /** A dropped piece whose move is not decided. */
  rested = signal(/** @type {{ from: string, to: string } | null} */ (null))
  /** The name of the place under a finger, and where it is shown, in px of the window. */
  loupe = signal(/** @type {{ place: string, left: number, top: number } | null} */ (null))
  /** The place under the pointer or the focus, for previews. */
  pointed = signal(/** @type {string | null} */ (null))
  annotations = signal(NOTHING_DRAWN)
  pointers = signal(/** @type {[from: string, to: string][]} */ ([]))
  analysed = signal(/** @type {readonly MoveArrow[]} */ ([]))
  path = signal(/** @type {readonly string[]} */ ([]))
  /** Elements of the pieces by id, for drags and finales. @type {Map<number, HTMLElement>} */
  nodes = new Map()
  #annotated = '' // the position that was drawn on
  /** The cells as last computed. @type {Map<string, Cell>} */
  #drawn = new Map()

  /** @param {Services} services @param {SquareFamily} family */
  constructor(services, family) {
    super(services)
    this.family = family
    this.columns = family.rows[0].length
    this.height = family.rows.length
    this.rim = family.rim ?? 1
    this.places = family.rows.flat().filter((place) => place !== null)
    const [width, height] = [this.columns, this.height].map((count) => count - 2 + 2 * this.rim)
    this.width = width
    this.depth = height
    this.viewBox = `0 0 ${width} ${height}`
    /** The next words by place. @type {import('@preact/signals').ReadonlySignal<Map<string, Offer>>} */
    this.offers = computed(() => this.#offers())
    /** The reader's side, or null. */
    this.side = computed(() => this.shown.value?.how.side ?? null)
    /** The names of the cells, which no pick changes. */
    this.cellNames = computed(() => {
      const side = this.side.value
      const whose = (/** @type {number | null} */ owner) => {
        if (side === null || owner === null) return null
        return owner === side ? 'yours' : 'theirs'
      }
      return new Map(
        this.places.map((place) => [place, family.name(place, this.thing(place), whose)]),
      )
    })
    /** @type {import('@preact/signals').ReadonlySignal<Map<string, Cell>>} */
    this.cells = computed(() => {
      this.#drawn = this.#cells(this.#drawn)
      return this.#drawn
    })
  }

  /** @param {State} frame @param {ShowOptions} how */
  show(frame, how) {
    const before = this.shown.peek()
    const turned = how.flipped !== before?.how.flipped
    batch(() => {
      this.rested.value = null
      this.shown.value = { frame, how }
      if (turned || frame.view.position !== this.#annotated) this.clearAnnotations()
      this.pieces.value = arranged(this.pieces.peek(), this.family.read(frame), {
        last: frame.last,
        animate: how.animate && !turned,
      })
      if (this.tabStop.peek() === null) this.tabStop.value = this.#firstTabStop()
    })
    this.setConfirming()
  }

  get flipped() {
    return this.shown.value?.how.flipped ?? false
  }

  /** Whether a piece belongs to the player at the bottom, whose pieces point up. @param {Piece} piece */
  isUp({ owner }) {
    return (owner === 0) !== this.flipped
  }

  /** The column and row of a place on the screen, from the top left. @param {string} place @returns {Point} */
  spot(place) {
    const row = this.family.rows.findIndex((names) => names.includes(place))
    const column = this.family.rows[row].indexOf(place)
    return this.flipped ? [this.columns - 1 - column, this.height - 1 - row] : [column, row]
  }

  /** Where the piece of a place is drawn, in cells from the top left; centred also on a thin rim.
   * @param {string} place @returns {Point} */
  corner(place) {
    const [column, row] = this.spot(place)
    return [along(column, this.columns, this.rim), along(row, this.height, this.rim)]
  }

  /** Returns the piece at a place, or undefined. @param {string} place */
  thing(place) {
    return this.pieces.value.standing.get(place)
  }

  /** Returns the element of the piece at a place, or null. @param {string} place */
  node(place) {
    const piece = this.pieces.peek().standing.get(place)
    return (piece && this.nodes.get(piece.id)) ?? null
  }

  /** Removes a piece that has faded. @param {import('./pieces.js').PlacedPiece} piece */
  forget({ id }) {
    const { pieces } = this
    const leaving = pieces.peek().leaving.filter(([, piece]) => piece.id !== id)
    pieces.value = { ...pieces.peek(), leaving }
  }

  // Pointing.

  /** Points at a place; if that begins no move, explains why. @param {string} place */
  point(place) {
    const { picks } = this.services
    this.#chooseAnew(place)
    const words = [...picks.words]
    if (this.interactive && picks.point(this.word(place))) return true
    this.#refuse(place, words)
    return false
  }

  /** Returns the token of a place now. @param {string} place */
  word(place) {
    return (
      this.offers.peek().get(place)?.word ?? this.family.token?.(place, this.thing(place)) ?? place
    )
  }

  /** @param {string} word @param {readonly string[]} words */
  #refuse(word, words) {
    const node = this.node(this.#placesOf(words).at(-1) ?? word) ?? this.drawn?.area
    if (node) shake(node)
    this.explain(word, words, this.thing(word)?.owner ?? null)
  }

  /** For a premove: pointing at another own piece selects that piece. By dragging and as text a premove can go to a
   * square of an own piece, which may have been captured by then. @param {string} place */
  #chooseAnew(place) {
    const { picks } = this.services
    const own = this.thing(place)?.owner === this.now.how.seat
    if (picks.ahead && own && picks.words.length && picks.words[0] !== place) picks.clear()
  }

  /** Decides whether whole moves need a confirmation: by the setting, else where cells are too small for fingers. */
  setConfirming() {
    if (!this.shown.peek()?.how.confirm || !this.drawn) return
    const small =
      this.drawn.area.clientWidth / this.columns < SMALL_CELL_PX &&
      matchMedia('(pointer: coarse)').matches
    const wish = this.services.settings.get('confirm', 'auto')
    this.services.picks.confirming = wish === 'always' || (wish === 'auto' && small)
  }

  // Dragging.

  /** Picks the piece at a place; returns its element, null: it cannot be lifted. @param {string} place */
  lift(place) {
    const { picks } = this.services
    const node = this.node(place)
    if (!this.interactive || picks.pending || !node) return null
    this.#chooseAnew(place)
    const word = this.word(place)
    if (picks.words.at(-1) !== word) {
      if (!picks.next.has(word) && !picks.after([]).has(word)) return null
      picks.point(word)
    }
    return picks.words.at(-1) === word ? node : null
  }

  /** @param {string | null} place */
  drop(place) {
    const { picks } = this.services
    const start = picks.words.at(-1)
    this.hover(null)
    if (place && this.family.drop) {
      const word = this.family.drop(place)
      if (word !== null && picks.point(word)) return
      this.#refuse(place, [...picks.words])
      picks.clear()
    } else if (place && picks.ahead && picks.next.has(place)) {
      picks.point(place)
    } else if (place && start !== undefined && picks.next.has(place)) {
      this.rested.value = { from: start, to: place }
      picks.point(place)
      this.#confirmDrag()
    } else {
      if (place) this.#refuse(place, [...picks.words])
      picks.clear()
    }
  }

  /** Sends a dragged move, which is deliberate: it waits only if every move does, or if it may be costly. */
  #confirmDrag() {
    const { picks, settings } = this.services
    const { asked } = picks
    if (asked === null || settings.get('confirm', 'auto') === 'always') return
    if (picks.warn(asked) === null) picks.confirm()
  }

  /** Puts a dropped piece back if its move was taken back. */
  settle() {
    const rested = this.rested.peek()
    if (rested && !this.services.picks.words.includes(rested.to)) this.rested.value = null
  }

  /** Shows the place under the pointer during a drag; for a finger its name appears above it.
   * @param {string | null} place @param {PointerEvent} [event] */
  hover(place, event) {
    this.over.value = place
    const touched = place !== null && event?.pointerType === 'touch'
    this.loupe.value = touched
      ? {
          place,
          left: Math.min(Math.max(event.clientX, 48), innerWidth - 48),
          top: Math.max(event.clientY - 40, 60),
        }
      : null
  }

  /** Draws the reader's arrows and circles, which stay on this device. Drawing one again removes it.
   * @param {string | null} from @param {string | null} to @param {DrawOptions} how */
  draw(from, to, { done, mouse }) {
    if (from) this.cell(from)?.focus({ preventScroll: true }) // for Esc
    const looks = !mouse && this.family.inspects && this.thing(from ?? '') !== undefined
    const shape = from && to && (from === to ? !looks && from : `${from} ${to}`)
    const { drawn } = this.annotations.peek()
    this.#annotated = this.now.frame.view.position
    if (!done) this.annotations.value = { drawn, preview: shape || null }
    else if (!shape) this.annotations.value = { drawn, preview: null }
    else {
      const others = drawn.filter((other) => other !== shape)
      const next = others.length < drawn.length ? others : [...drawn, shape]
      this.annotations.value = { drawn: next, preview: null }
    }
  }

  /** False: there was nothing to clear. */
  clearAnnotations() {
    const some = this.#annotated !== ''
    this.#annotated = ''
    this.annotations.value = NOTHING_DRAWN
    return some
  }

  // Keys.

  /** Goes to the neighbour of the focused place. @param {KeyboardEvent} event @param {string} place */
  arrow(event, place) {
    const step = ARROWS[event.key]
    if (!step || isShortcut(event) || event.shiftKey) return
    event.preventDefault()
    const [column, row] = this.spot(place)
    const near = this.places.find((other) => {
      const [x, y] = this.spot(other)
      return x === column + step[0] && y === row + step[1]
    })
    if (near) this.cell(near)?.focus()
  }

  // What the cells show.

  /** Returns the places of these words. @param {readonly string[]} words */
  #placesOf(words) {
    return this.family.places?.(words, this.now.frame) ?? words
  }

  #offers() {
    if (!this.shown.value) return new Map()
    const { frame } = this.now
    return this.family.offers?.(frame) ?? this.#plainOffers(this.services.picks.next)
  }

  /** Returns the offers where each place is its own word. @param {NextTokens} next */
  #plainOffers(next) {
    const { picks } = this.services
    /** @type {Map<string, Offer>} */
    const offers = new Map()
    for (const word of next.keys()) {
      if (!this.places.includes(word)) continue
      const target = this.#captures(word) ? 'capture' : 'to'
      offers.set(word, { word, legal: picks.words.length > 0 && !picks.ahead && target })
    }
    return offers
  }

  /** @param {string} place */
  #captures(place) {
    const { frame, how } = this.now
    if (this.family.captures) return this.family.captures(place, frame, how)
    const owner = this.thing(place)?.owner
    return owner !== undefined && owner !== how.seat
  }

  /** Returns what the cells show; a cell that shows the same as before stays the same object, so that a pick draws only
   * what it changes. @param {Map<string, Cell>} before */
  #cells(before) {
    /** @type {Map<string, Cell>} */
    const cells = new Map()
    if (!this.shown.value) return cells
    const { picks, t } = this.services
    const { ahead, pending } = picks
    const { frame, how } = this.now
    const last = new Set(this.#placesOf(frame.last?.split(' ') ?? []))
    const chosen = new Set(this.#placesOf(picks.words))
    const must = new Set(this.family.must?.(frame))
    for (const place of this.places) {
      const thing = this.thing(place)
      const picked = chosen.has(place)
      const target = this.offers.value.get(place)
      const legal = target?.legal ?? false
      const offer = how.interactive ? target : undefined // a picture only shows the targets
      const reachable = ahead && picks.words.length > 0 && offer
      const known = before.get(place)
      const cell = {
        mark: reachable ? 'ahead' : legal || undefined,
        face: this.family.face?.(place, frame),
        attributes: present({
          'aria-label': this.cellNames.value.get(place),
          'aria-selected': how.interactive && (picked ? 'true' : 'false'),
          'aria-description': offer && !ahead && t(`board.${legal || 'movable'}`),
          'data-piece': thing?.piece,
          'data-owner': thing?.owner,
          'data-suit': thing?.suit,
          'data-word': !ahead && !offer?.also && offer?.word,
          'data-premove': ahead && offer?.word,
          'data-also': offer?.also && offer.word,
          'data-legal': legal,
          'data-picked': picked,
          'data-pending': picked && pending !== null,
          'data-ahead': picked && ahead,
          'data-last': last.has(place),
          'data-must': must.has(place),
          ...this.family.marks?.(place, frame),
        }),
      }
      cells.set(place, known && isSame(known, cell) ? known : cell)
    }
    return cells
  }

  /** Returns the first tab stop: an own piece. */
  #firstTabStop() {
    const { seat } = this.now.how
    const own = [...this.pieces.peek().standing].find(([, thing]) => thing.owner === seat)
    return own?.[0] ?? this.places[0]
  }
}

/** Whether two cells show the same. @param {Cell} one @param {Cell} other */
const isSame = (one, other) =>
  one.mark === other.mark &&
  one.face?.key === other.face?.key &&
  JSON.stringify(one.attributes) === JSON.stringify(other.attributes)

/** @param {number} index @param {number} count of the cells along a side @param {number} rim */
function along(index, count, rim) {
  if (index === 0) return (rim - 1) / 2
  if (index === count - 1) return rim + index - 1 + (rim - 1) / 2
  return rim + index - 1
}
