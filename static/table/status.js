// Whose turn it is, in one line; after the end, the result. Who plays alone is always to move, which need not be said.

import { el, set } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { isYourTurn, turnText } from './texts.js'

const SHORT = 18 // letters that fit a narrow column in large type

export function statusLine() {
  const turn = el('p', { class: 'turn' })
  const element = el('div', { class: 'status' }, turn)
  return {
    element,
    /** text: what stands there instead of whose turn it is.
     * @param {Rules} rules @param {State} state @param {string} [text] */
    show(rules, state, text = ownText(rules, state)) {
      turn.textContent = text
      set(element, {
        'data-yours': isYourTurn(state),
        'data-long': text.length > SHORT,
      })
    },
  }
}

/** @param {Rules} rules @param {State} state */
function ownText(rules, state) {
  const alone = solitaire(rules) && isYourTurn(state) && !state.view.stuck
  return alone ? '' : turnText(rules, state)
}
