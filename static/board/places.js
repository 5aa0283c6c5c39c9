// What all boards share: the shown frame, the tab stop, the sentence about a failed try, and what the
// common keys do. A place is a `[data-sq]` of the drawn grid.

import { all, closest, focused } from '../core/dom.js'
import { signal } from '../vendor/preact.js'
import { explain, keyboard, possible } from './contract.js'
import { draggable } from './drag.js'
import { following } from './navigation.js'

const HIGHLIGHT_MS = 2500

/** What a board does with a drag. @typedef {Omit<DragTarget, 'cancel' | 'over'> &
 *   { over(place: string | null, event?: PointerEvent): unknown }} Drag */

export class Places {
  /** The family's names and refusals; set once the board is complete. @type {Board | null} */
  names = null
  shown = signal(/** @type {{ frame: State, how: ShowOptions } | null} */ (null))
  /** The place under a drag. */
  over = signal(/** @type {string | null} */ (null))
  /** Whether what can move is highlighted for a moment. */
  lit = signal(false)
  /** The place that Tab reaches; null: none was chosen yet. */
  tabStop = signal(/** @type {string | null} */ (null))
  /** The drawn board, null while there is none. @type {{ area: HTMLElement, grid: HTMLElement } | null} */
  drawn = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lit

  /** @param {Services} services */
  constructor(services) {
    this.services = services
  }

  /** The shown frame and options. */
  get now() {
    if (!this.shown.value) throw new Error('nothing has been shown yet')
    return this.shown.value
  }

  get interactive() {
    return this.shown.value?.how.interactive ?? false
  }

  /** Returns the button of a place. @param {string} place @returns {HTMLElement | null} */
  cell(place) {
    return this.drawn?.grid.querySelector(`[data-sq="${place}"]`) ?? null
  }

  /** The family's names and refusals. @protected */
  get named() {
    if (!this.names) throw new Error('the places have no board yet')
    return this.names
  }

  /** Announces why pointing at `word` after `words` did nothing. `owner`: of the piece there; null: no player's.
   * @param {string} word @param {readonly string[]} words @param {number | null} owner */
  explain(word, words, owner) {
    const { frame, how } = this.now
    this.services.say(explain(this.services, this.named, { frame, how, words, word, owner }))
    if (!words.length && how.interactive) this.#lightUp()
  }

  /** Highlights for a moment what can move. */
  #lightUp() {
    clearTimeout(this.#lit)
    this.lit.value = true
    this.#lit = setTimeout(() => {
      this.lit.value = false
    }, HIGHLIGHT_MS)
  }

  /** Goes to the next or previous place that offers a token, compulsory ones first, or that passes on the token of a
   * control beside the board. @param {1 | -1} onward */
  step(onward) {
    const { grid } = this.drawn ?? {}
    if (!grid) return
    const own = all(grid, '[data-word], [data-premove]')
    const offers = own.length ? own : all(grid, '[data-also]')
    const musts = offers.filter((cell) => cell.dataset.must !== undefined)
    const to = following({
      order: all(grid, '[data-sq]'),
      wanted: musts.length ? musts : offers,
      from: focused(),
      onward,
    })
    if (to) return to.focus()
    const { picks, say, t } = this.services
    const targets =
      picks.words.length && possible(this.services, this.named, this.now.frame, picks.words)
    say(targets || t('board.nothing_movable'))
  }

  /** Announces where the picked piece, or the one under the focus, can go.
   * @param {(place: string) => string} word returns the token of a place */
  tellMoves(word) {
    const { picks, say, t } = this.services
    if (picks.ahead) return say(t('premove.unknown'))
    const place = focused()?.dataset.sq
    const words = picks.words.length || !place ? picks.words : [word(place)]
    say(possible(this.services, this.named, this.now.frame, words) || t('board.no_moves'))
  }
}

/** Returns the place of an event, or null. @param {Event} event */
export const placeOf = (event) => closest(event, '[data-sq]')?.dataset.sq ?? null

/** Keeps the tab stop, handles the keys of every board and drags. `back`: takes back what the board shows besides the picks,
 * false: nothing. Returns the dragging, whose `leave` ends it.
 * @param {Places} board @param {HTMLElement} element
 * @param {Drag & { word(place: string): string, back?(): boolean }} on */
export function listenToPlaces(board, element, { word, back, ...drag }) {
  const { picks } = board.services
  const { grid } = /** @type {{ grid: HTMLElement }} */ (board.drawn)
  grid.addEventListener('focusin', (event) => {
    board.tabStop.value = placeOf(event) ?? board.tabStop.peek()
  })
  // Safari does not focus a clicked button, and without the focus the keys do nothing.
  grid.addEventListener('click', (event) =>
    closest(event, '[data-sq]')?.focus({ preventScroll: true }),
  )
  keyboard(element, {
    back: () => picks.back() || (back?.() ?? false),
    step: (onward) => board.step(onward),
    moves: () => board.tellMoves(word),
  })
  return draggable(grid, {
    ...drag,
    cancel() {
      drag.over(null)
      picks.clear()
    },
  })
}

/** Returns attributes as components take them: true is an empty one; false, null and undefined are left out.
 * @param {Attributes} attributes */
export function present(attributes) {
  /** @type {Attributes} */
  const shown = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    shown[name] = value === true ? '' : value
  }
  return shown
}
