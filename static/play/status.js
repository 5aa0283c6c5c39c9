// Status line of a table: whose turn it is, the result after the end, or the shown position during a look back.

import { hosted } from '../kit/element.js'
import { html } from '../vendor/preact.js'
import { isYourTurn, turnText } from './texts.js'

const MAX_SHORT_LETTERS = 18 // that fit a narrow column in large type

export function statusLine() {
  let shown = ''
  let isYours = false
  /** @type {Content} */
  let after = null
  const drawn = hosted(
    () => html`
      <div
        class="status"
        data-yours=${isYours ? '' : undefined}
        data-long=${shown.length > MAX_SHORT_LETTERS ? '' : undefined}
      >
        <p class="turn">${shown}${after && [' ', after]}</p>
      </div>`,
  )
  return {
    element: drawn.element,
    /** Shows the status. text: replaces whose turn it is; button: after it.
     * @param {Rules} rules @param {State} state @param {string} [text] @param {Content} [button] */
    show(rules, state, text, button = null) {
      shown = text ?? turnText(rules, state)
      isYours = text === undefined && isYourTurn(state)
      after = button
      drawn.draw()
    },
  }
}
