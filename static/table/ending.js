// The end of a game on a live table: first the board's own moment, which any key or press ends, then the result beside
// the board.

import { reducedMotion } from '../boards/contract.js'
import { alert } from '../core/announcer.js'
import { focused } from '../core/dom.js'
import { cue } from '../core/sound.js'
import { dockResult } from './result.js'
import { reasonText, resultText } from './texts.js'

const GROWING = 2000 // ms within which the ranks usually arrive
const LONGEST = 3500 // ms; a board that takes longer is cut short

export class Ending {
  due = false // from the end until the result is closed: it offers buttons of its own
  /** @type {OpenDialog | null} */
  #result = null
  #left = new AbortController()

  /** closed(): the player has closed the result.
   * @param {Rules} rules @param {Board} board @param {HTMLElement} place
   * @param {{ press(act: string, button: HTMLElement): void, closed(): void }} on */
  constructor(rules, board, place, on) {
    this.rules = rules
    this.board = board
    this.place = place
    this.on = on
  }

  /** @param {State} state */
  async show(state) {
    const { rules, board } = this
    this.due = true
    alert(`${resultText(rules, state)}. ${reasonText(rules, state, board)}`)
    cue('end')
    await this.#playFinale(state)
    if (!this.#left.signal.aborted) this.#dock(state)
  }

  leave() {
    this.#left.abort()
    this.#result?.close()
  }

  /** @param {State} state */
  async #playFinale(state) {
    const { board } = this
    if (!board.finale) return
    const skip = new AbortController()
    const { signal } = skip
    const end = () => skip.abort()
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, end, { capture: true, signal })
    this.#left.signal.addEventListener('abort', end, { signal })
    const timer = setTimeout(end, LONGEST)
    if (this.#left.signal.aborted || reducedMotion()) end()
    try {
      await board.finale(state, signal)
    } catch (error) {
      reportError(error) // the result is shown all the same
    } finally {
      clearTimeout(timer)
      end()
    }
  }

  /** @param {State} state */
  #dock(state) {
    const { rules, board, place, on } = this
    const result = dockResult(rules, state, board, place, on.press)
    this.#result = result
    keepInView(result.element)
    result.element.addEventListener('close', () => {
      this.due = false
      if (this.#left.signal.aborted) return
      on.closed()
      if (focused() === document.body) focusBoard(board)
    })
  }
}

/** Scrolls as far as the result needs, while its ranks are still added to it; the board is never covered by it.
 * @param {HTMLElement} element */
function keepInView(element) {
  const grown = new ResizeObserver(() =>
    element.scrollIntoView({ block: 'nearest' }),
  )
  grown.observe(element)
  setTimeout(() => grown.disconnect(), GROWING)
}

/** The board's tab stop: what is near when what had the focus is gone.
 * @param {Board} board */
const focusBoard = (board) =>
  /** @type {HTMLElement | null} */ (
    board.element.querySelector('[tabindex="0"]')
  )?.focus({ preventScroll: true })
