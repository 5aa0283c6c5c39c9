// Offer to finish a solitaire automatically when all remaining cards can go to the foundations. Loaded when it first
// applies.

import { say } from '../../core/announcer.js'
import { t } from '../../core/i18n.js'
import { button } from '../../kit/button.js'
import { icon } from '../../kit/icon.js'
import { html, signal } from '../../vendor/preact.js'
import { stripNotice } from './strip-notice.js'

/** Creates the offer in the strip, with the number of remaining cards; it is announced once.
 * @param {SolitaireTable['strip']} strip @param {() => void} finish */
export function finishOffer(strip, finish) {
  const count = signal(0)
  let told = false
  stripNotice(strip, () => count.value > 0 && offer(count.value, finish))
  return {
    /** @param {number} cards that are left; 0: no offer */
    show(cards) {
      if (cards && !told) say(t('auto.finish', { count: cards }))
      told ||= cards > 0
      count.value = cards
    },
  }
}

/** @param {number} count @param {() => void} finish */
const offer = (count, finish) => html`
  <div class="game-hint" data-finish>
    ${icon('auto')}
    <span>${t('auto.finish', { count })}</span>
    ${button({ act: 'auto-finish', look: 'primary', onpress: finish }, t('act.auto-finish'))}
  </div>`
