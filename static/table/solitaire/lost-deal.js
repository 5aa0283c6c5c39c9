// Deal that cannot be won: a deal by number may be lost from the start, which its table says before the first move, with the
// way to another one. Asking costs no hint.

import { hasAbility } from '../../core/bots.js'
import { get, Refusal } from '../../core/http.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { html } from '../../vendor/preact.js'

const TIMEOUT_MS = 60_000 // the search waits for its turn

/** Whether a table that has just been opened may be at a deal that is lost: the player's own, before its first move, at a
 * deal that was not proved winnable and is no secret.
 * @param {Rules} rules @param {State} state */
export const mayBeLost = (rules, { status, seat, told, deal, start, certified }) =>
  hasAbility(rules, 'winnable') &&
  status === 'live' &&
  seat !== null &&
  told.length === 0 &&
  deal !== null &&
  start === null &&
  !certified

/** Whether the deal of a game is proved lost; false if the server does not tell.
 * @param {string} game @param {AbortSignal} signal */
export async function isLostDeal(game, signal) {
  const path = `/api/games/${encodeURIComponent(game)}/lost-deal`
  try {
    /** @type {Wire.DealVerdict} */
    const { lost } = await get(path, { signal, timeout: TIMEOUT_MS })
    return lost
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) return false
    throw error
  }
}

/** Shows that the deal cannot be won, with a button for another one. `onpress`: starts that.
 * @param {(event: ElementEvent<'click'>) => unknown} onpress */
export const lostDealNotice = (onpress) => html`
  <div class="game-hint" data-lost-deal>
    ${icon('lost-warning')}
    <span>${t('deal.lost')}</span>
    ${button({ act: 'another-deal', look: 'primary', onpress }, t('act.another-deal'))}
  </div>`
