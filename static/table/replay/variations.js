// Variations: lines that the reader has tried, kept until the page is left. The server returns their positions and stores
// nothing.

import { t } from '../../core/i18n.js'
import { html } from '../../vendor/preact.js'
import { loadVariation } from '../positions.js'
import { readableText } from '../texts.js'
import { numberText } from './names.js'

/** @typedef {Pick<import('../move-list.js').MoveList, 'place'>} MoveList */
/** A line from a position of the game; `states[n]` is the position after its move n.
 * @typedef {{ from: State, moves: string[], states: State[] }} Line */
/** A place in a line: after its first `step` moves, at least one.
 * @typedef {{ line: Line, step: number }} Place */

/** Returns the position at a place. @param {Place} place */
export const stateAt = ({ line, step }) => line.states[step - 1]

/** Returns the notation of a line's moves. @param {Line} line */
const notations = ({ moves, states }) =>
  states.map((state, index) => state.told.at(-1) ?? moves[index])

/** Returns the text of the move of the game after which a line begins.
 * @param {State} from @param {Board} board @param {MoveList} moves */
function beginText({ told }, board, moves) {
  const index = told.length - 1
  if (index < 0) return t('replay.after.start')
  const number = numberText(moves.place(index))
  return t('replay.after', {
    move: `${number} ${readableText(board, told[index])}`,
  })
}

export class Variations {
  /** @type {Line[]} sorted by the move that they begin after */
  lines = []

  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules
  }

  /** Tries one more move after `place`, or from a position of the game (null). A line that was tried before is followed; a
   * deviation is a line of its own.
   * @param {State} from @param {Place | null} place @param {string} move @returns {Promise<Place>} */
  async add(from, place, move) {
    const before = place ? place.line.moves.slice(0, place.step) : []
    const moves = [...before, move]
    const step = moves.length
    const known = this.lines.find(
      (line) =>
        line.from.ply === from.ply && moves.every((text, index) => text === line.moves[index]),
    )
    if (known) return { line: known, step }
    const state = await loadVariation(this.rules, from, moves)
    if (place && place.step === place.line.moves.length) {
      place.line.moves.push(move)
      place.line.states.push(state)
      return { line: place.line, step }
    }
    const states = place ? place.line.states.slice(0, place.step) : []
    const line = { from, moves, states: [...states, state] }
    this.lines.push(line)
    this.lines.sort((one, other) => one.from.ply - other.from.ply)
    return { line, step }
  }
}

/** The indented list of lines. `shown`: the shown place; `moves`: the list of the game; press(place): shows that place.
 * @param {Line[]} lines @param {Place | null} shown
 * @param {{ board: Board, moves: MoveList, press: (place: Place) => void }} how */
export function variationList(lines, shown, { board, moves, press }) {
  const line = (/** @type {Line} */ one, /** @type {number} */ number) => html`
    <li data-variation=${number}>
      <span>${beginText(one.from, board, moves)}</span>
      ${notations(one).map(
        (notation, index) => html`
          <button
            type="button"
            class="quiet"
            dir="ltr"
            aria-current=${shown?.line === one && shown.step === index + 1 ? 'step' : undefined}
            onClick=${() => press({ line: one, step: index + 1 })}
          >${board.words.readable?.(notation) ?? notation}</button>`,
      )}
    </li>`
  return html`
    <ol class="variations" aria-label=${t('replay.lines')} hidden=${!lines.length}>
      ${lines.map(line)}
    </ol>`
}
