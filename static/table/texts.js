// What the table says of a state: who plays what, whose turn it is, how it ended.

import { first, knows, t } from '../core/i18n.js'
import { seatName, solitaire } from '../core/games.js'

/** Whether one person holds both seats. */
export const both = ({ players }) =>
  players.length === 2 &&
  players[0] !== null &&
  players[0]?.id === players[1]?.id

/** The seat that sits at the bottom of the board: one's own; seat 0 for spectators and for both sides. */
export const bottom = (state) => (both(state) ? 0 : (state.seat ?? 0))

/** Whether the asker is to move. */
export const yours = (state) =>
  state.status === 'live' && state.seat !== null && state.turn === state.seat

/** The player's name at a seat, or that it is free. */
export const player = (state, seat) =>
  state.players[seat]?.name ?? t('table.free')

/** Whose turn it is, in words. */
export function turn(rules, state) {
  if (state.status === 'open') return t('table.turn.open')
  if (state.status === 'ended') return result(rules, state)
  if (state.view.stuck) return t('table.turn.stuck')
  if (solitaire(rules))
    return t(yours(state) ? 'table.turn.alone' : 'table.turn.watching')
  const seat = seatName(rules, state.turn)
  if (both(state) && state.seat !== null) return t('table.turn.both', { seat })
  return t(yours(state) ? 'table.turn.yours' : 'table.turn.theirs', { seat })
}

/** Who won, in a few words, as the asker sees it. */
export function result(rules, state) {
  const { winner, reason } = state.over
  if (reason === 'aborted') return t('over.aborted.short')
  if (winner === null)
    return t(solitaire(rules) ? 'over.unsolved' : 'over.draw')
  if (solitaire(rules)) return t('over.solved')
  if (state.seat !== null && !both(state))
    return t(winner === state.seat ? 'over.won' : 'over.lost')
  return t('over.side', { seat: seatName(rules, winner) })
}

/** Why it ended, as a sentence: the board's, the family's, or the common one. */
export function reason(rules, state, board) {
  const own = board?.over?.(state)
  if (own) return own
  const { winner, reason: why } = state.over
  const alone = solitaire(rules)
  const params =
    winner === null || alone
      ? {}
      : {
          winner: seatName(rules, winner),
          loser: seatName(rules, 1 - winner),
          name: player(state, winner),
        }
  const keys = [
    `${rules.family}.over.${why}.${winner}`,
    `${rules.family}.over.${why}`,
  ]
  if (alone) keys.push(`over.alone.${why}`)
  return first([...keys, `over.${why}`, 'over.other'], params)
}

/** The first line for a newcomer to a game, when the family has one. */
export function coach(rules, seat) {
  const key = [`${rules.family}.coach.${seat}`, `${rules.family}.coach`].find(
    knows,
  )
  return key ? t(key) : null
}

/** m:ss of milliseconds, or h:mm:ss. */
export function span(ms) {
  const all = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes, seconds] = [
    Math.floor(all / 3600),
    Math.floor(all / 60) % 60,
    all % 60,
  ]
  const two = (number) => String(number).padStart(2, '0')
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds)}`
    : `${minutes}:${two(seconds)}`
}
