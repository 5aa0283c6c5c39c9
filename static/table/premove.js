// Premove: one move chosen during the opponent's turn. Its legality is unknown then, so any own piece can be picked and any
// other place after it. On the player's turn it is played if it is legal, else dropped with a sentence. Only in games for
// two people whose moves consist of places.

import { all } from '../core/dom.js'
import { settings } from '../core/settings.js'
import { playsBothSides } from '../play/texts.js'

/** Whether the player may choose a premove now.
 * @param {State} state */
export const mayPremove = (state) =>
  settings.get('premove', 'on') === 'on' &&
  state.status === 'live' &&
  state.seat !== null &&
  state.turn !== null &&
  state.turn !== state.seat &&
  !state.warning &&
  !playsBothSides(state)

/** Returns the premoves to choose from: each own piece with each other place that it could ever reach.
 * @param {Board} board @param {State} state @returns {LegalMove[]} */
export function premoves(board, state) {
  const cells = all(board.element, '[role=grid] [data-sq]')
  const places = cells.map((cell) => cell.dataset.sq ?? '')
  const own = cells
    .filter((cell) => cell.dataset.owner === String(state.seat))
    .map((cell) => cell.dataset.sq ?? '')
  return own.flatMap((from) =>
    (board.reach?.(from, state) ?? places)
      .filter((to) => to !== from)
      .map((to) => /** @type {LegalMove} */ ([`${from} ${to}`, `${from}–${to}`])),
  )
}

/** Returns what becomes of a premove on the player's turn: it is played, it begins several moves (a choice is left), or it
 * is not legal.
 * @param {string} premove @param {State['legal']} legal @returns {'play' | 'begin' | 'drop'} */
export function fateOf(premove, legal) {
  if (legal.some(([move]) => move === premove)) return 'play'
  const begins = legal.some(([move]) => move.startsWith(`${premove} `))
  return begins ? 'begin' : 'drop'
}

/** The premove of a table; at most one. */
export class Premove {
  /** @type {string | null} */
  move = null
  #made = 0 // moves in effect when it was chosen

  /** @param {string} move @param {State} state */
  set(move, state) {
    this.move = move
    this.#made = state.told.length
  }

  clear() {
    const { move } = this
    this.move = null
    return move !== null
  }

  /** Returns what becomes of the premove with a new state or setting; null: nothing yet, or there is none. `gone`: the game
   * has ended, or was taken back. `off`: none may be chosen any more, so that none is shown.
   * @param {State} state @returns {'play' | 'begin' | 'drop' | 'gone' | 'off' | null} */
  decide(state) {
    const { move } = this
    if (move === null) return null
    if (state.status !== 'live' || state.told.length < this.#made) return 'gone'
    if (state.turn === state.seat) return fateOf(move, state.legal)
    return mayPremove(state) ? null : 'off'
  }
}
