// The offer to play a solitaire to its end where all that is left goes home. Loaded when it first holds.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'

/** In the strip, with the number of cards that are left; it is announced once.
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
    /** @param {number} count cards; 0: there is nothing to offer */
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
