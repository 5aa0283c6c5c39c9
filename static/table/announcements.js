// What is announced when one state follows another: moves made or taken back, the turn, and the limit of a game's length.

import { alert } from '../core/announcer.js'
import { seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { cue } from '../core/sound.js'
import { isYourTurn, playsBothSides } from './texts.js'

const LONGEST = 5000 // entries of a game's log; then it can only be ended, as engine/match.py says
const WARNED = 4800

/** Warns a player once that the game nears its greatest length: when it gets there, or when it is opened after that
 * (`before`: null).
 * @param {State | null} before @param {State} state @param {Say} say */
export function warnNearlyFull(before, state, say) {
  const { seat, status, ply } = state
  if (seat === null || status !== 'live' || ply < WARNED || ply >= LONGEST)
    return
  if (before && before.ply >= WARNED) return
  say(t('table.nearly_full', { count: LONGEST - ply }))
}

/** `say` shows and speaks; "Your move" is spoken only, since the status shows it already, and so is the board's
 * sentence for the player to move (`call`).
 * @param {Rules} rules @param {State} before @param {State} state @param {Say} say @param {Board} board */
export function announceState(rules, before, state, say, board) {
  const made = state.told.length - before.told.length
  announceMoves(rules, before, state, say, board)
  if (before.status === 'open' && state.status === 'live')
    say(t('table.begins'))
  const yours = isYourTurn(state)
  const call = yours ? (board.call?.(state) ?? '') : ''
  const bothSides = playsBothSides(state)
  if (bothSides && call) alert(call)
  if (!yours || bothSides || solitaire(rules)) return
  if (isYourTurn(before) && made <= 0) return
  alert(call ? `${t('table.turn.yours')}. ${call}.` : t('table.turn.yours'))
  cue('turn')
}

/** @type {typeof announceState} */
function announceMoves(rules, before, state, say, board) {
  const made = state.told.length - before.told.length
  const withNews = (/** @type {string} */ sentence) =>
    [sentence, board.news?.(before, state)].filter(Boolean).join(' ')
  if (made < 0) say(withNews(t('table.taken_back', { count: -made })))
  if (made <= 0) return
  const seat = made > 1 ? null : before.turn // of several moves at once no seat is named
  const move = state.told.slice(-Math.min(made, 2)).join(', ')
  const sentence =
    seat !== null && !solitaire(rules)
      ? t('table.moved', { seat: seatName(rules, seat), move })
      : t('table.moved.alone', { move })
  say(withNews(sentence))
  cue('move')
}
