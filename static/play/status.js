// Status line of a table: whose turn it is, the result after the end, or the shown position during a look back.

import { el, set } from '../core/dom.js'
import { isYourTurn, turnText } from './texts.js'

const MAX_SHORT_LETTERS = 18 // that fit a narrow column in large type

export function statusLine() {
  const turn = el('p', { class: 'turn' })
  const element = el('div', { class: 'status' }, turn)
  return {
    element,
    /** Shows the status. text: replaces whose turn it is; button: after it.
     * @param {Rules} rules @param {State} state @param {string} [text] @param {Node} [button] */
    show(rules, state, text, button) {
      const shown = text ?? turnText(rules, state)
      const { firstChild } = turn
      if (firstChild?.textContent !== shown)
        // otherwise the button keeps the focus
        turn.replaceChildren(shown, ...(button ? [' ', button] : []))
      set(element, {
        'data-yours': text === undefined && isYourTurn(state),
        'data-long': shown.length > MAX_SHORT_LETTERS,
      })
    },
  }
}
