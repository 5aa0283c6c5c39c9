// Move list: the moves in effect in readable notation, numbered by moves of both sides. With `press` each move is a
// button. Copied text has the exact notation.

import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { hosted } from '../kit/element.js'
import { icon } from '../kit/icon.js'
import { html, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js'

/** @typedef {'mistake' | 'blunder'} Flag the judgement of an analysis */

/** @typedef {object} MoveListOptions
 * @property {number} seats number of seats of the game
 * @property {(told: string) => Content} [readable]
 * @property {(made: number) => void} [press] called to show the position after that many moves */

export class MoveList {
  #shown = /** @type {string[]} */ ([])
  #made = 0 // number of moves in effect on the board
  #first = 0 // seat of the first move
  /** @type {boolean[]} by index, whether the move was compulsory; no entry: not known */
  #marks = []
  /** @type {Map<number, string>} by index, text that replaces the notation */
  #seen = new Map()
  /** @type {Map<number, Flag>} by index, in an ended game */
  #flags = new Map()
  #isPressable
  #draw
  #stop

  /** @param {MoveListOptions} options */
  constructor({ seats, readable, press }) {
    this.seats = seats
    this.readable = readable
    this.press = press
    this.#isPressable = press !== undefined
    const drawn = hosted(() => this.#content())
    this.element = drawn.element
    this.#draw = drawn.draw
    const stop = settings.on((name) => name === 'notation' && this.#draw())
    this.#stop = () => {
      stop()
      drawn.leave()
    }
  }

  leave() {
    this.#stop()
  }

  /** Shows the moves. made: the number of moves in effect on the board; first: the seat of the first move, null: unknown.
   * @param {string[]} notations @param {number} [made] @param {number | null} [first] */
  show(notations, made = notations.length, first = null) {
    const differs = this.#shown.findIndex((text, index) => text !== notations[index])
    const kept = differs < 0 ? this.#shown.length : differs
    if (differs >= 0)
      for (const index of [...this.#seen.keys()]) if (index >= kept) this.#seen.delete(index)
    this.#marks.length = Math.min(this.#marks.length, kept + 1)
    this.#shown = [...notations]
    this.#made = made
    this.#first = first ?? this.#first
    this.#draw()
  }

  /** Sets whether the moves can be pressed, from the next `show` on.
   * @param {boolean} wanted */
  pressable(wanted) {
    this.#isPressable = wanted
  }

  /** @param {number} index @param {boolean} forced whether that move was a compulsory capture */
  mark(index, forced) {
    if (this.#marks[index] === forced) return
    this.#marks[index] = forced
    this.#draw()
  }

  /** @param {number} index @param {Flag} kind */
  flag(index, kind) {
    this.#flags.set(index, kind)
    this.#draw()
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
    this.#draw()
  }

  /** Whether each move was compulsory, by index; undefined: unknown. The last entry may be that of the next move. */
  get forced() {
    return [...this.#marks]
  }

  /** Indexes of the moves of which this is unknown. */
  unmarked() {
    return [...this.#shown.keys()].filter((index) => this.#marks[index] === undefined)
  }

  #content() {
    const press = this.#isPressable ? this.press : undefined
    const moves = this.#shown.map((told, index) => {
      const { number, leads } = this.place(index)
      return {
        told,
        text: this.#seen.get(index) ?? this.readable?.(told) ?? told,
        number: leads ? number : undefined,
        forced: this.#marks[index] === true,
        flag: this.#flags.get(index),
      }
    })
    return html`
      <${Moves}
        moves=${moves}
        seats=${this.seats}
        beginsWithSecond=${this.#first === 1 && this.seats === 2}
        current=${this.#made - 1}
        press=${press}
      />`
  }
}

/** @typedef {{ told: string, text: Content, number?: number, forced: boolean, flag?: Flag }} Move */

/** @param {{ moves: Move[], seats: number, beginsWithSecond: boolean, current: number,
 *   press?: (made: number) => void }} props */
function Moves({ moves, seats, beginsWithSecond, current, press }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  useCentred(list, current)
  // The current move, else the first, is the one tab stop of the list; the arrow keys step through the others.
  const stop = Math.max(0, current)
  return html`
    <section class="moves-box" aria-label=${t('table.moves')}>
      <p class="moves-none" hidden=${moves.length > 0}>${t('table.moves.none')}</p>
      <ol
        ref=${list}
        class="moves"
        data-seats=${seats}
        data-first=${beginsWithSecond ? 1 : undefined}
        dir="ltr"
        tabindex="0"
        aria-label=${t('table.moves')}
        hidden=${!moves.length}
        onCopy=${copyExactly}
      >
        ${moves.map(
          ({ told, text, number, forced, flag }, index) => html`
            <li
              key=${index}
              class=${forced ? 'forced' : undefined}
              data-told=${told}
              data-number=${number}
              aria-current=${index === current ? 'step' : undefined}
            >
              ${
                press
                  ? html`
                    <button
                      type="button"
                      class="quiet"
                      tabindex=${index === stop ? 0 : -1}
                      onClick=${() => press(index + 1)}
                    >${text}</button>`
                  : text
              }
              ${flag && flagMark(flag)}
              ${forced && forcedMark()}
            </li>`,
        )}
      </ol>
      <p class="moves-legend" hidden=${!moves.some(({ forced }) => forced)}>
        <span class="link-mark" aria-hidden="true">${icon('link')}</span>
        ${t('table.moves.forced')}
      </p>
    </section>`
}

/** Keeps the current move in view: in the next frame, since measuring at once would force a second layout of the page.
 * @param {{ current: HTMLElement | null }} place @param {number} current */
function useCentred(place, current) {
  const shown = useRef(current)
  shown.current = current
  const frame = useRef(0)
  const centre = () => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      const list = place.current
      if (!list) return
      const item = /** @type {HTMLElement | undefined} */ (list.children[shown.current])
      list.scrollTop = item ? item.offsetTop - (list.clientHeight - item.offsetHeight) / 2 : 0
      list.scrollLeft = item ? item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2 : 0
    })
  }
  useLayoutEffect(centre) // marks make entries wider, too
  useEffect(() => {
    const observer = new ResizeObserver(centre)
    observer.observe(/** @type {HTMLElement} */ (place.current))
    return () => observer.disconnect()
  }, [])
}

/** @param {ClipboardEvent} event */
function copyExactly(event) {
  const selection = getSelection()
  const items = /** @type {HTMLElement} */ (event.currentTarget).children
  const told = /** @type {HTMLElement[]} */ ([...items])
    .filter((item) => selection?.containsNode(item, true))
    .map((item) => item.dataset.told)
  if (!told.length || !event.clipboardData) return
  event.clipboardData.setData('text/plain', told.join('\n'))
  event.preventDefault()
}

/** Returns the sign of chess books. @param {Flag} kind */
const flagMark = (kind) => html`
  <span class="flag-mark" role="img" title=${t(`analysis.kind.${kind}`)}>
    ${kind === 'blunder' ? '??' : '?'}
  </span>`

const forcedMark = () => html`
  <span class="link-mark" role="img" title=${t('table.moves.forced')}>${icon('link')}</span>`
