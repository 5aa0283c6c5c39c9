// One move that the player chooses while the opponent thinks. Nobody knows which moves will be legal then, so any own piece
// may be pointed at and any other place after it; when it is the player's turn the move is played if it is legal, and
// dropped with a sentence if it is not. Only where places are what moves are made of, and two people play.

import { all } from '../core/dom.js'
import { settings } from '../core/settings.js'
import { playsBothSides } from '../play/texts.js'

/** Whether the player may choose a move in advance now.
 * @param {State} state */
export const mayPremove = (state) =>
  settings.get('premove', 'on') === 'on' &&
  state.status === 'live' &&
  state.seat !== null &&
  state.turn !== null &&
  state.turn !== state.seat &&
  !state.warning &&
  !playsBothSides(state)

/** What may be pointed at: each own piece, and after it each other place that the piece could ever reach from there.
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
      .map(
        (to) => /** @type {LegalMove} */ ([`${from} ${to}`, `${from}–${to}`]),
      ),
  )
}

/** What becomes of a premove when it is the player's turn: it is played, or it begins several moves (a choice is left),
 * or it is not legal.
 * @param {string} premove @param {State['legal']} legal @returns {'play' | 'begin' | 'drop'} */
export function fateOf(premove, legal) {
  if (legal.some(([move]) => move === premove)) return 'play'
  const begins = legal.some(([move]) => move.startsWith(`${premove} `))
  return begins ? 'begin' : 'drop'
}

/** The premove of a table: at most one.  */
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

  /** A state has arrived: what becomes of the premove; null: nothing yet, or there is none. `gone`: the game has ended, or
   * went back.
   * @param {State} state @returns {'play' | 'begin' | 'drop' | 'gone' | null} */
  decide(state) {
    const { move } = this
    if (move === null) return null
    if (state.status !== 'live' || state.told.length < this.#made) return 'gone'
    if (state.turn !== state.seat) return null
    return fateOf(move, state.legal)
  }
}
