// Whose turn it is, in one line; after the end, the result.

import { el, set } from '../core/dom.js'
import { isYourTurn, turnText } from './texts.js'

export function statusLine() {
  const turn = el('p', { class: 'turn' })
  const element = el('div', { class: 'status' }, turn)
  return {
    element,
    /** @param {Rules} rules @param {State} state */
    show(rules, state) {
      turn.textContent = turnText(rules, state)
      set(element, { 'data-yours': isYourTurn(state) })
    },
  }
}
