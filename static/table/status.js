// Whose turn it is, in one line; after the end, the result; while the reader looks back, where. Who plays alone is always to
// move, which need not be said.

import { el, set } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { isYourTurn, turnText } from './texts.js'

const SHORT = 18 // letters that fit a narrow column in large type

export function statusLine() {
  const turn = el('p', { class: 'turn' })
  const element = el('div', { class: 'status' }, turn)
  return {
    element,
    /** text: what stands there instead of whose turn it is; button: after it.
     * @param {Rules} rules @param {State} state @param {string} [text] @param {Node} [button] */
    show(rules, state, text, button) {
      const shown = text ?? ownText(rules, state)
      const { firstChild } = turn
      if (firstChild?.textContent !== shown)
        // else the button keeps the focus
        turn.replaceChildren(shown, ...(button ? [' ', button] : []))
      set(element, {
        'data-yours': text === undefined && isYourTurn(state),
        'data-long': shown.length > SHORT,
      })
    },
  }
}

/** @param {Rules} rules @param {State} state */
function ownText(rules, state) {
  const alone = solitaire(rules) && isYourTurn(state) && !state.view.stuck
  return alone ? '' : turnText(rules, state)
}
