// Whose turn it is, in one line; after the end, the result.

import { el, set } from '../core/dom.js'
import { isYourTurn, turnText } from './texts.js'

export function statusLine() {
  const turn = el('p', { class: 'turn' })
  const element = el('div', { class: 'status' }, turn)
  return {
    element,
    /** text: what stands there instead of whose turn it is.
     * @param {Rules} rules @param {State} state @param {string} [text] */
    show(rules, state, text = turnText(rules, state)) {
      turn.textContent = text
      set(element, { 'data-yours': isYourTurn(state) })
    },
  }
}
