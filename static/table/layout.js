// Table of a game, live, replayed or of a puzzle: head, board, message strip, rail, the player's own bar, and the actions.
// layout.css lays them out side by side or in one column.

import { t } from '../core/i18n.js'
import { Foreign } from '../kit/foreign.js'
import { icon } from '../kit/icon.js'
import { html } from '../vendor/preact.js'

/** What a table shows. `isAlone`: it has no player bars; `head`: after the heading and the bar at the top; `lead`: in the
 * rail between the board's own parts, `rail`: after them; `onask`: the board's keys that are commands of the table; other
 * attributes are those of its element.
 * @typedef {object} TableParts
 * @property {Board} board
 * @property {boolean} isAlone
 * @property {Content} heading
 * @property {Content} [top]
 * @property {Content} head
 * @property {Content} message
 * @property {Content} [lead]
 * @property {Content} [rail]
 * @property {Content} [bottom]
 * @property {Content} actions
 * @property {(event: CustomEvent<string>) => void} onask */

/** @param {TableParts & Hooks} parts */
export const tableOf = ({
  board,
  isAlone,
  heading,
  top,
  head,
  message,
  lead,
  rail,
  bottom,
  actions,
  ...attributes
}) => html`
  <div
    class="table"
    data-alone=${isAlone ? '' : undefined}
    data-wide=${board.draw?.wide ? '' : undefined}
    ...${attributes}
  >
    <div class="table-head">
      ${backArrow()}${heading}
      <div class="seat-top">${top}</div>
      ${head}
    </div>
    <${Foreign} class="ground" element=${board.element} />
    ${message}
    <div class="rail">
      ${board.draw?.below && html`<div class="below">${board.draw?.below}</div>`}
      ${lead}
      ${board.draw?.side && html`<div class="side">${board.draw?.side}</div>`}
      ${rail}
    </div>
    <div class="seat-bottom">${bottom}</div>
    ${actions}
  </div>`

/** The link to the lobby for layouts that hide the site's header. */
const backArrow = () => html`
  <a class="back-arrow" href="/" aria-label=${t('error.lobby')}>${icon('earlier')}</a>`
