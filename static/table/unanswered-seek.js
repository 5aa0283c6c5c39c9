// A table in the lobby that nobody has joined for some seconds: the strip for messages offers a game against the computer,
// under the board and beside the card that goes on waiting.

import { say } from '../core/announcer.js'
import { el } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'

const UNANSWERED = 5000 // ms

/** `play`: null where no machine plays the game.
 * @param {ReturnType<typeof import('./message-strip.js').messageStrip>} strip @param {(() => void) | null} play
 * @param {Pick<State, 'public' | 'to' | 'seat'>} state */
export function unansweredSeek(strip, play, { public: listed, to, seat }) {
  const offer = el(
    'div',
    { class: 'remark unanswered' },
    icon('machine'),
    el('span', {}, t('table.unanswered')),
    el(
      'button',
      {
        type: 'button',
        class: 'primary',
        'data-act': 'offer-computer',
        onclick: play,
      },
      t('act.play-computer'),
    ),
  )
  const show = () => {
    strip.notice(offer)
    say(t('table.unanswered'))
  }
  const offers = play && listed && !to && seat !== null
  const timer = offers ? setTimeout(show, UNANSWERED) : undefined
  return {
    leave() {
      clearTimeout(timer)
      if (offer.isConnected) strip.notice(null)
    },
  }
}
