// Announcements after a state change: moves made or taken back, the turn, and the approaching limit of a game's length.

import { alert, say as speak } from '../../core/announcer.js'
import { remarkText } from '../../core/bots.js'
import { seatName, solitaire } from '../../core/games.js'
import { sequence, t } from '../../core/i18n.js'
import { cue } from '../../core/sound.js'
import { isYourTurn, playerName, playsBothSides, readableText } from '../texts.js'

const MAX_LOG_ENTRIES = 5000 // of a game, which can then only be ended: engine/match.py
const WARNING_LOG_ENTRIES = 4800

/** Warns a player once that the game nears its maximal length: when it reaches WARNING_LOG_ENTRIES, or when it is opened
 * after that (`before`: null).
 * @param {State | null} before @param {State} state @param {Say} say */
export function warnNearlyFull(before, state, say) {
  const { seat, status, ply } = state
  if (seat === null || status !== 'live' || ply < WARNING_LOG_ENTRIES || ply >= MAX_LOG_ENTRIES)
    return
  if (before && before.ply >= WARNING_LOG_ENTRIES) return
  say(t('table.nearly_full', { count: MAX_LOG_ENTRIES - ply }))
}

/** Announces the table that was opened: that a game has just begun, such as a rematch, and what its player must know at once.
 * @param {Rules} rules @param {State} state @param {Board} board */
export function announceOpening(rules, state, board) {
  const { seat, status, told } = state
  const yours = isYourTurn(state)
  const call = yours ? (board.words.call?.(state) ?? '') : ''
  const isNew = status === 'live' && seat !== null && told.length === 0 && !solitaire(rules)
  if (!isNew || playsBothSides(state)) return call ? alert(call) : undefined
  speak(t('table.begun', { name: playerName(state, 1 - seat) }))
  if (yours) alert(turnSentence(call))
}

/** @param {string} call */
const turnSentence = (call) => (call ? t('table.turn.call', { call }) : t('table.turn.yours'))

/** Announces the changes. `say` shows and speaks a sentence. Spoken only: "Your move", which the status line shows; the
 * board's sentence for the player to move (`call`); moves, which the board shows; the remark of a bot beside a hint of the
 * coach.
 * @param {Rules} rules @param {State} before @param {State} state @param {Services} services @param {Board} board
 * @param {boolean} isCoached whether the strip has such a hint, which stays */
export function announceState(rules, before, state, { say }, board, isCoached) {
  const made = state.told.length - before.told.length
  announceMoves(rules, before, state, say, board, isCoached)
  if (made > 0) cue(count(board, state) < count(board, before) ? 'take' : 'move')
  const begins = hasBegun(before, state)
  if (begins) {
    cue('start')
    say(t('table.begins', { name: playerName(state, 1 - (state.seat ?? 0)) }))
  }
  const yours = isYourTurn(state)
  const call = yours ? (board.words.call?.(state) ?? '') : ''
  const bothSides = playsBothSides(state)
  if (bothSides && call) alert(call)
  if (!yours || bothSides || solitaire(rules)) return
  if (isYourTurn(before) && made <= 0) return
  alert(turnSentence(call))
  if (!begins) cue('turn')
}

/** Returns the number of pieces; 0 on a board of cards. @param {Board} board @param {State} state */
const count = (board, state) => board.premoves?.pieces(state).size ?? 0

/** Whether the opponent has joined with this state. @param {State} before @param {State} state */
export const hasBegun = (before, state) => before.status === 'open' && state.status === 'live'

/** @param {Rules} rules @param {State} before @param {State} state @param {Say} say @param {Board} board
 * @param {boolean} isCoached */
function announceMoves(rules, before, state, say, board, isCoached) {
  const { words } = board
  const made = state.told.length - before.told.length
  const news = words.news?.(before, state) ?? ''
  if (made < 0) {
    const back = t('table.taken_back', { count: -made })
    say([back, news].filter(Boolean).join(' '))
  }
  if (made <= 0) return
  const seat = made > 1 ? null : before.turn // several moves at once: no seat is named
  const moves = state.told.slice(-Math.min(made, 2)).map((told) => readableText(board, told))
  const known = made === 1 ? (words.heard?.(before, state) ?? words.seen?.(before, state)) : null
  const move = known ?? sequence(moves)
  const sentence =
    seat !== null && !solitaire(rules)
      ? t('table.moved', { seat: seatName(rules, seat), move })
      : t('table.moved.alone', { move })
  const remark = isYourTurn(before) ? '' : remarkText(rules, state)
  const shown = [isCoached ? '' : remark, news].filter(Boolean).join(' ')
  if (!isYourTurn(before) || !shown) speak(sentence)
  if (isCoached && remark) speak(remark)
  if (shown) say(shown)
}
