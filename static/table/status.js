// Status line of a table: whose turn it is, the result after the end, or the shown position during a look back.

import { html } from '../vendor/preact.js'
import { isYourTurn, turnText } from './texts.js'

const MAX_SHORT_LETTERS = 18 // that fit a narrow column in large type

/** Shows the status. `text`: replaces whose turn it is; `after`: a button after it.
 * @param {Rules} rules @param {State} state @param {string} [text] @param {Content} [after] */
export function statusLine(rules, state, text, after) {
  const shown = text ?? turnText(rules, state)
  return html`
    <div
      class="status"
      data-yours=${text === undefined && isYourTurn(state) ? '' : undefined}
      data-long=${shown.length > MAX_SHORT_LETTERS ? '' : undefined}
    >
      <p class="turn">${shown}${after && [' ', after]}</p>
    </div>`
}
