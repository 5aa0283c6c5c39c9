// What is said aloud when a state follows another: the moves that were made or taken back, and whose turn it is.

import { t } from '../core/i18n.js'
import { seatName, solitaire } from '../core/games.js'
import { alert } from '../core/announcer.js'
import { cue } from '../core/sound.js'
import { both, yours } from './texts.js'

const LONGEST = 5000 // entries of a game's log; then it can only be ended, as engine/match.py says
const WARNED = 4800

/** Tells a player once that the game nears its greatest length: when it gets there, or when it is opened after that
 * (`before`: null). */
export function nearlyFull(before, state, say) {
  if (
    state.seat === null ||
    state.status !== 'live' ||
    state.ply < WARNED ||
    before?.ply >= WARNED
  )
    return
  if (state.ply < LONGEST)
    say(t('table.nearly_full', { count: LONGEST - state.ply }))
}

/** `say` shows and speaks; "Your move" is spoken only, since the status shows it already, and so is what the board calls
 * out to the one to move. */
export function tell(rules, before, state, say, board) {
  const made = state.told.length - before.told.length
  const news = (sentence) =>
    [sentence, board.news?.(before, state)].filter(Boolean).join(' ')
  if (made > 0) {
    const seat = made > 1 ? null : before.turn // of several moves at once nobody is named
    const move = state.told.slice(-Math.min(made, 2)).join(', ')
    const named = seat !== null && !solitaire(rules)
    say(
      news(
        named
          ? t('table.moved', { seat: seatName(rules, seat), move })
          : t('table.moved.alone', { move }),
      ),
    )
    cue('move')
  } else if (made < 0) say(news(t('table.taken_back', { count: -made })))
  if (before.status === 'open' && state.status === 'live')
    say(t('table.begins'))
  const call = yours(state) ? board.call?.(state) : ''
  if (both(state) && call) alert(call)
  if (
    !yours(state) ||
    both(state) ||
    solitaire(rules) ||
    (yours(before) && made <= 0)
  )
    return
  alert(call ? `${t('table.turn.yours')}. ${call}.` : t('table.turn.yours'))
  cue('turn')
}
