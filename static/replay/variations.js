// Variations: lines that the reader has tried, kept until the page is left. The server returns their positions and stores
// nothing.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { loadVariation } from '../play/positions.js'
import { readableText } from '../play/texts.js'
import { numberText } from './names.js'

/** @typedef {Pick<ReturnType<typeof import('../play/move-list.js').moveList>, 'place'>} MoveList */
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

/** Creates the indented list of lines; `moves`: that of the game; press(place): called to show that place.
 * @param {Board} board @param {MoveList} moves @param {(place: Place) => void} press */
export function variationList(board, moves, press) {
  const element = el('ol', {
    class: 'variations',
    'aria-label': t('replay.lines'),
    hidden: true,
  })
  const moveButton = (
    /** @type {Line} */ line,
    /** @type {string} */ notation,
    /** @type {number} */ step,
    /** @type {boolean} */ current,
  ) =>
    el(
      'button',
      {
        type: 'button',
        class: 'quiet',
        dir: 'ltr',
        'aria-current': current ? 'step' : null,
        onclick: () => press({ line, step }),
      },
      board.readable?.(notation) ?? notation,
    )
  return {
    element,
    /** @param {Line[]} lines @param {Place | null} place the shown place */
    show(lines, place) {
      set(element, { hidden: lines.length === 0 })
      element.replaceChildren(
        ...lines.map((line, number) =>
          el(
            'li',
            { 'data-variation': number },
            el('span', {}, beginText(line.from, board, moves)),
            notations(line).map((notation, index) =>
              moveButton(
                line,
                notation,
                index + 1,
                place?.line === line && place.step === index + 1,
              ),
            ),
          ),
        ),
      )
    },
  }
}
