// Offer to finish a solitaire automatically when all remaining cards can go to the foundations. Loaded when it first
// applies.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** Creates the offer in the strip, with the number of remaining cards; it is announced once.
 * @param {SolitaireTable['strip']} strip @param {() => void} finish */
export function finishOffer(strip, finish) {
  const text = el('span', {})
  const element = el(
    'div',
    { class: 'game-hint', 'data-finish': true },
    commandIcon('auto'),
    text,
    el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'auto-finish',
        onclick: finish,
      },
      t('act.auto-finish'),
    ),
  )
  let told = false
  return {
    /** @param {number} count of cards; 0: no offer */
    show(count) {
      if (!count) {
        if (element.isConnected) strip.notice(null)
        return
      }
      text.textContent = t('auto.finish', { count })
      strip.notice(element)
      if (!told) say(text.textContent)
      told = true
    },
  }
}
