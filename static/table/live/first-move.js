// Time left for the first move of a fast rated or paired game, counted for both sides in the message strip: the server aborts
// the game at its end.

import { alert, say } from '../../core/announcer.js'
import { formatDuration } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { cue } from '../../core/sound.js'
import { useServerTime } from '../../kit/time.js'
import { html, useEffect } from '../../vendor/preact.js'
import { playerName, playsBothSides } from '../texts.js'

const TICK_MS = 200
const LOW_MS = 10_000 // from which on the player is warned

/** The countdown while a first move is due. @param {{ game: import('../../live/game-socket.js').GameSocket }} props */
export function FirstMove({ game: { state } }) {
  const due = state.status === 'live' ? state.first_move : null
  if (!due || playsBothSides(state)) return null
  const own = due.seat === state.seat
  return html`
    <${Countdown} key=${due.seat} ends=${due.ends} own=${own} name=${playerName(state, due.seat)} />`
}

/** The player hears the limit when it begins, and once more before it is over. Beside a message it is short.
 * @param {{ ends: number, own: boolean, name: string }} props */
function Countdown({ ends, own, name }) {
  const left = Math.max(0, ends - useServerTime(TICK_MS))
  const seconds = Math.ceil(left / 1000)
  const low = left <= LOW_MS
  const time = formatDuration(seconds * 1000)
  const text = t(own ? 'table.first_move.own' : 'table.first_move.theirs', { time, name })
  useEffect(() => {
    if (own) say(t('table.first_move.aloud', { count: seconds }))
  }, [])
  useEffect(() => {
    if (!own || !low || left === 0) return
    alert(t('table.first_move.aloud', { count: seconds }))
    cue('low')
  }, [low])
  return html`
    <p
      class="first-move"
      role="timer"
      data-first-move=${own ? 'own' : 'theirs'}
      data-low=${low ? '' : undefined}
      aria-label=${text}
      title=${text}
    >
      <span class="first-move-alone" aria-hidden="true">${text}</span>
      <span class="first-move-beside" aria-hidden="true">
        <strong>${time}</strong> ${t('table.first_move')}
      </span>
    </p>`
}
