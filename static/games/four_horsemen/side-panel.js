// Side panel: the cards under the stacks, the discard, and for the player whether the last move is final. The memory variant
// shows only counts.

import { html } from '../../vendor/preact.js'
import { cardText } from './art.js'
import { countOf } from './places.js'

/** @import { HorsemenTable } from './model.js' */
/** @import { HorsemenState } from './types.d.ts' */

/** @param {{ table: HorsemenTable }} props */
export const SidePanel = ({ table }) => html`
  <div
    class="four-horsemen horsemen-side playing-cards"
    role="group"
    aria-label=${table.services.t('four_horsemen.side')}
  >${table.shown.value && playedCards(table.frame, table.services.t)}</div>`

/** @param {HorsemenState} frame @param {Translate} t */
function playedCards({ view, acts, told, status, seat }, t) {
  const { stacks, discard } = view
  const plays = status === 'live' && seat !== null
  const barred = plays && told.length > 0 && !acts.includes('undo')
  const named = (/** @type {string} */ card) => cardText(card, t)
  return html`
    <p class="undo-note">${barred && t('four_horsemen.side.firm')}</p>
    <h2>${t('four_horsemen.side.under')}</h2>
    <ol class="unders">
      ${stacks.map(
        ({ top, under }) => html`
          <li>
            ${named(top)}
            <span class="covers">
              ${
                Array.isArray(under)
                  ? under.map(named)
                  : t('four_horsemen.side.closed', { count: under })
              }
            </span>
          </li>`,
      )}
      ${!stacks.length && html`<li>${t('four_horsemen.side.none')}</li>`}
    </ol>
    <h2>${t('four_horsemen.side.discard', { count: countOf(discard) })}</h2>
    <p class="gone">
      ${Array.isArray(discard) ? discard.map(named) : t('four_horsemen.side.hidden')}
    </p>`
}
