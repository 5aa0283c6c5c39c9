// Whose turn it is, in one line; after the end, the result. Who plays alone is always to move, which need not be said.

import { el, set } from '../core/dom.js'
import { solitaire } from '../core/games.js'
import { isYourTurn, turnText } from './texts.js'

export function statusLine() {
  const turn = el('p', { class: 'turn' })
  const element = el('div', { class: 'status' }, turn)
  return {
    element,
    /** @param {Rules} rules @param {State} state */
    show(rules, state) {
      const alone = solitaire(rules) && isYourTurn(state) && !state.view.stuck
      turn.textContent = alone ? '' : turnText(rules, state)
      set(element, { 'data-yours': isYourTurn(state) })
    },
  }
}
