// Move list: the moves in effect in readable notation, numbered by moves of both sides. With `press` each move is a
// button. Copied text has the exact notation.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { settings } from '../core/settings.js'

/** @typedef {object} MoveListOptions
 * @property {number} seats number of seats of the game
 * @property {(told: string) => Child} [readable]
 * @property {(made: number) => void} [press] called to show the position after that many moves */

/** @param {MoveListOptions} options */
export const moveList = (options) => new MoveList(options)

class MoveList {
  /** @type {boolean[]} by index, whether the move was compulsory; no entry: not known */
  #marks = []
  /** @type {string[]} */
  #shown = []
  /** @type {Map<number, string>} by index, text that replaces the notation */
  #seen = new Map()
  /** @type {Map<number, 'mistake' | 'blunder'>} by index, in an ended game */
  #flags = new Map()
  #frame = 0 // the frame request of `#centre`
  #made = 0 // number of moves in effect on the board
  #first = 0 // seat of the first move
  #pressable
  #off

  /** @param {MoveListOptions} options */
  constructor({ seats, readable, press }) {
    this.seats = seats
    this.readable = readable
    this.press = press
    this.#pressable = press !== undefined
    this.list = el('ol', {
      class: 'moves',
      'data-seats': seats,
      dir: 'ltr', // the direction of notation in every language
      tabindex: '0',
      'aria-label': t('table.moves'),
    })
    this.none = el('p', { class: 'moves-none' }, t('table.moves.none'))
    this.legend = el(
      'p',
      { class: 'moves-legend', hidden: true },
      el('span', { class: 'link-mark', 'aria-hidden': 'true' }, icon('link')),
      t('table.moves.forced'),
    )
    this.element = el(
      'section',
      { class: 'moves-box', 'aria-label': t('table.moves') },
      this.none,
      this.list,
      this.legend,
    )
    this.list.addEventListener('copy', (event) => this.#copy(event))
    new ResizeObserver(() => this.#centre()).observe(this.list)
    this.#off = settings.on((name) => {
      if (name === 'notation') this.#renew()
    })
  }

  leave() {
    this.#off()
  }

  /** Shows the moves. made: the number of moves in effect on the board; first: the seat of the first move, null: unknown.
   * @param {string[]} notations @param {number} [made] @param {number | null} [first] */
  show(notations, made = notations.length, first = null) {
    const { list } = this
    const differs = this.#shown.findIndex((text, index) => text !== notations[index])
    const kept = differs < 0 ? Math.min(this.#shown.length, notations.length) : differs
    if (kept < this.#shown.length)
      for (const index of [...this.#seen.keys()]) if (index >= kept) this.#seen.delete(index)
    while (list.children.length > kept) list.lastElementChild?.remove()
    list.append(...notations.slice(kept).map((_, i) => this.#item(i + kept, notations)))
    this.#marks.length = Math.min(this.#marks.length, kept + 1)
    this.#shown = [...notations]
    this.#made = made
    this.#first = first ?? this.#first
    this.#number()
    this.#paintMarks()
    set(this.none, { hidden: notations.length > 0 })
    set(list, { hidden: notations.length === 0 })
    this.#markCurrent()
    this.#centre()
  }

  /** Makes the current move, else the first, the one tab stop of the list; the arrow keys step through the others. */
  #markCurrent() {
    const current = this.#made - 1
    for (const [index, item] of this.#items.entries()) {
      const button = item.querySelector('button')
      set(item, { 'aria-current': index === current ? 'step' : null })
      if (button) button.tabIndex = index === Math.max(0, current) ? 0 : -1
    }
  }

  /** Sets whether the moves can be pressed, from the next `show` on.
   * @param {boolean} wanted */
  pressable(wanted) {
    if (this.#pressable === wanted) return
    this.#pressable = wanted
    this.list.replaceChildren()
    this.#shown = []
  }

  /** @param {number} index @param {boolean} forced whether that move was a compulsory capture */
  mark(index, forced) {
    if (this.#marks[index] === forced) return
    this.#marks[index] = forced
    this.#paintMarks()
  }

  /** @param {number} index @param {'mistake' | 'blunder'} kind the judgement of an analysis */
  flag(index, kind) {
    this.#flags.set(index, kind)
    this.#paintMarks()
  }

  /** Returns the number of a move: two moves, one of each side, share it. `leads`: the number is shown before this move.
   * @param {number} index */
  place(index) {
    const place = this.seats === 2 ? index + this.#first : index * 2
    const leads = index === 0 || place % 2 === 0
    return { number: Math.floor(place / 2) + 1, leads }
  }

  /** Sets the text of a move of which the viewer has seen more than its notation says.
   * @param {number} index @param {string} text */
  reword(index, text) {
    this.#seen.set(index, text)
    const item = this.#items[index]
    if (item) (item.querySelector('button') ?? item).textContent = text
  }

  /** Whether each move was compulsory, by index; undefined: unknown. The last entry may be that of the next move. */
  get forced() {
    return [...this.#marks]
  }

  /** Indexes of the moves of which this is unknown. */
  unmarked() {
    return [...this.#shown.keys()].filter((index) => this.#marks[index] === undefined)
  }

  get #items() {
    return /** @type {HTMLLIElement[]} */ ([...this.list.children])
  }

  /** @param {number} index @param {string[]} notations */
  #item(index, notations) {
    const told = notations[index]
    const content = this.#seen.get(index) ?? this.readable?.(told) ?? told
    const press = this.#pressable ? this.press : undefined
    return el(
      'li',
      { 'data-told': told },
      press ? moveButton(content, () => press(index + 1)) : content,
    )
  }

  /** Writes all moves again, in another notation. */
  #renew() {
    const notations = this.#shown
    const marks = [...this.#marks]
    this.list.replaceChildren()
    this.#shown = []
    this.show(notations, this.#made)
    this.#marks = marks
    this.#paintMarks()
  }

  #number() {
    const { seats } = this
    set(this.list, {
      'data-first': this.#first === 1 && seats === 2 ? 1 : null,
    })
    for (const [index, item] of this.#items.entries()) {
      const { number, leads } = this.place(index)
      set(item, { 'data-number': leads ? number : null })
    }
  }

  #paintMarks() {
    for (const [index, item] of this.#items.entries()) {
      const flag = this.#flags.get(index)
      if (flag && !item.querySelector('.flag-mark')) item.append(flagMark(flag))
      const forced = this.#marks[index] === true
      if (item.classList.contains('forced') === forced) continue
      item.className = forced ? 'forced' : ''
      if (forced) item.append(forcedMark())
      else item.querySelector('.link-mark')?.remove()
    }
    set(this.legend, { hidden: !this.list.querySelector('.forced') })
    this.#centre() // marks make entries wider
  }

  /** Scrolls the current move into view in the next frame: measuring at once would force a second layout of the page. */
  #centre() {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => {
      const { list } = this
      const item = this.#items[this.#made - 1]
      list.scrollTop = item ? item.offsetTop - (list.clientHeight - item.offsetHeight) / 2 : 0
      list.scrollLeft = item ? item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2 : 0
    })
  }

  /** @param {ClipboardEvent} event */
  #copy(event) {
    const selection = getSelection()
    const told = this.#items
      .filter((item) => selection?.containsNode(item, true))
      .map((item) => item.dataset.told)
    if (!told.length || !event.clipboardData) return
    event.clipboardData.setData('text/plain', told.join('\n'))
    event.preventDefault()
  }
}

/** @param {Child} content @param {() => void} onclick */
const moveButton = (content, onclick) =>
  el('button', { type: 'button', class: 'quiet', onclick }, content)

/** Returns the sign of chess books. @param {'mistake' | 'blunder'} kind */
function flagMark(kind) {
  const name = t(`analysis.kind.${kind}`)
  return el(
    'span',
    { class: 'flag-mark', role: 'img', title: name },
    kind === 'blunder' ? '??' : '?',
  )
}

function forcedMark() {
  const name = t('table.moves.forced')
  return el('span', { class: 'link-mark', role: 'img', title: name }, icon('link'))
}
