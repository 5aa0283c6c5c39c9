// Move list: the moves in effect in readable notation, numbered by moves of both sides. With `press` each move is a
// button. Copied text has the exact notation.

import { t } from '../core/i18n.js'
import { icon } from '../kit/icon.js'
import { html, signal, useEffect, useLayoutEffect, useRef } from '../vendor/preact.js'

/**
 * @template T
 * @typedef {import('@preact/signals').Signal<T>} Signal
 */
/** @typedef {'mistake' | 'blunder'} Flag the judgement of an analysis */

/** `readable`: the notation in the board's words; `press`: called to show the position after that many moves; `turn`: for the
 * wheel over the list.
 * @typedef {{ readable: (told: string) => Content, press?: (made: number) => void, turn?: (event: WheelEvent) => void }} MoveListActs */

/** What is known of the moves of a game. */
export class MoveList {
  #shown = /** @type {string[]} */ ([])
  #first = signal(0) // seat of the first move
  /** By index, whether the move was compulsory; no entry: not known. @type {Signal<boolean[]>} */
  #marks = signal([])
  /** By index, text that replaces the notation. @type {Signal<Map<number, string>>} */
  #seen = signal(new Map())
  /** By index, in an ended game. @type {Signal<Map<number, Flag>>} */
  #flags = signal(new Map())

  /** @param {number} seats number of seats of the game */
  constructor(seats) {
    this.seats = seats
  }

  /** Takes the moves of a new state. first: the seat of the first move, null: unknown. What was known of moves that were
   * taken back is void.
   * @param {string[]} notations @param {number | null} [first] */
  take(notations, first = null) {
    const differs = this.#shown.findIndex((text, index) => text !== notations[index])
    const kept = differs < 0 ? this.#shown.length : differs
    if (differs >= 0) {
      const held = [...this.#seen.value].filter(([index]) => index < kept)
      this.#seen.value = new Map(held)
    }
    if (this.#marks.value.length > kept + 1)
      this.#marks.value = this.#marks.value.slice(0, kept + 1)
    this.#shown = [...notations]
    this.#first.value = first ?? this.#first.value
  }

  /** @param {number} index @param {boolean} forced whether that move was a compulsory capture */
  mark(index, forced) {
    if (this.#marks.value[index] === forced) return
    const marks = [...this.#marks.value]
    marks[index] = forced
    this.#marks.value = marks
  }

  /** @param {number} index @param {Flag} kind */
  flag(index, kind) {
    this.#flags.value = new Map(this.#flags.value).set(index, kind)
  }

  /** Returns the number of a move: two moves, one of each side, share it. `leads`: the number is shown before this move.
   * @param {number} index */
  place(index) {
    const place = this.seats === 2 ? index + this.#first.value : index * 2
    const leads = index === 0 || place % 2 === 0
    return { number: Math.floor(place / 2) + 1, leads }
  }

  /** Sets the text of a move of which the viewer has seen more than its notation says.
   * @param {number} index @param {string} text */
  reword(index, text) {
    this.#seen.value = new Map(this.#seen.value).set(index, text)
  }

  /** Whether each move was compulsory, by index; undefined: unknown. The last entry may be that of the next move. */
  get forced() {
    return [...this.#marks.value]
  }

  /** Indexes of the moves of which this is unknown. */
  unmarked() {
    return [...this.#shown.keys()].filter((index) => this.#marks.value[index] === undefined)
  }

  /** Returns what is shown of a move. @param {string} told @param {number} index */
  about(told, index) {
    const { number, leads } = this.place(index)
    return {
      text: this.#seen.value.get(index),
      number: leads ? number : undefined,
      forced: this.#marks.value[index] === true,
      flag: this.#flags.value.get(index),
      told,
    }
  }

  get beginsWithSecond() {
    return this.#first.value === 1 && this.seats === 2
  }
}

/** The list. `told`: the notations; `made`: the number of moves in effect on the board.
 * @param {{ list: MoveList, told: string[], made: number } & MoveListActs} props */
export function Moves({ list: moves, told, made, readable, press, turn }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const current = made - 1
  useCentred(list, current)
  const items = told.map((notation, index) => moves.about(notation, index))
  // The current move, else the first, is the one tab stop of the list; the arrow keys step through the others.
  const stop = Math.max(0, current)
  return html`
    <section class="moves-box" aria-label=${t('table.moves')} onWheel=${turn}>
      <p class="moves-none" hidden=${items.length > 0}>${t('table.moves.none')}</p>
      <ol
        ref=${list}
        class="moves"
        data-seats=${moves.seats}
        data-first=${moves.beginsWithSecond ? 1 : undefined}
        dir="ltr"
        tabindex="0"
        aria-label=${t('table.moves')}
        hidden=${!items.length}
        onCopy=${copyExactly}
      >
        ${items.map(
          ({ told, text = readable(told), number, forced, flag }, index) => html`
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
      <p class="moves-legend" hidden=${!items.some(({ forced }) => forced)}>
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
