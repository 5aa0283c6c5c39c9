// Whose turn it is, in one line; after the end, the result; while the reader looks back, where.

import { el, set } from '../core/dom.js'
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
      const shown = text ?? turnText(rules, state)
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
