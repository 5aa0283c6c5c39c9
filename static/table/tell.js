// What is said aloud when a state follows another: the moves that were made or taken back, and whose turn it is.

import { t } from '../lang.js'
import { seatName, solitaire } from '../rules.js'
import { alert } from '../say.js'
import { cue } from '../sound.js'
import { both, yours } from './words.js'

/** `say` shows and speaks; "Your move" is spoken only, since the status shows it already. */
export function tell(rules, before, state, say) {
  const made = state.told.length - before.told.length
  if (made > 0) {
    const seat = made > 1 ? null : before.turn // of several moves at once nobody is named
    const move = state.told.slice(-Math.min(made, 2)).join(', ')
    const named = seat !== null && !solitaire(rules)
    say(named ? t('table.moved', { seat: seatName(rules, seat), move }) : t('table.moved.alone', { move }))
    cue('move')
  } else if (made < 0) say(t('table.taken_back', { count: -made }))
  if (before.status === 'open' && state.status === 'live') say(t('table.begins'))
  if (!yours(state) || both(state) || solitaire(rules) || (yours(before) && made <= 0)) return
  alert(t('table.turn.yours'))
  cue('turn')
}
