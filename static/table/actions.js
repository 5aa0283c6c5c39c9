// Action bar of a table: its buttons in order of importance, derived from the `acts` of the state alone. Each button keeps
// its place from the first to the last move; an act that is not possible now is disabled.

import { gamePath, newGamePath } from '../app/routes.js'
import { botOf, hasBot } from '../core/bots.js'
import { t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { sameScreenWay } from './same-screen.js'
import { isBetweenPeople, isBetweenStrangers, playsBothSides } from './texts.js'

/** Returns the buttons of a table for two. `docked`: the result is docked and has buttons of its own; `unread`: unread
 * lines of the chat.
 * @param {Rules} rules @param {State} state
 * @param {{ flipped: boolean, docked: boolean, unread: number }} how
 * @returns {ToolbarAction[]} */
export function tableActions(rules, state, { flipped, docked, unread }) {
  /** @type {ToolbarAction[]} */
  const list = [...seatActions(rules, state)]
  if (state.status === 'ended' && !docked) {
    if (state.acts.includes('offer:rematch')) list.push('rematch')
    list.push(['review', { href: gamePath(state.game, state.ply) }])
    if (isBetweenStrangers(state)) list.push('new-opponent')
    else list.push(['new-game', { href: newGamePath(rules.id, null, null, botOf(state)) }])
  }
  if (hasChat(state)) list.push(['chat', { count: unread }])
  list.push('help', ['flip', { pressed: flipped, menu: true }])
  if (state.status !== 'open' && !docked) list.push(['share', { menu: true }])
  list.push(['describe', { menu: true }])
  if (state.seat !== null && playsBothSides(state)) {
    const label = t(`act.same-screen.${sameScreenWay()}`)
    list.push(['same-screen', { menu: true, label }])
  }
  return [...list, ...readerActions(state), ...leavingActions(state)]
}

/** Returns the entries of "More" that concern the reader, not the game: the far steps back, typing, and the device.
 * @param {State} state @param {boolean} [confirms] whether moves can wait for a confirmation
 * @returns {ToolbarAction[]} */
export function readerActions({ seat, status, told }, confirms = true) {
  const label = t(`act.confirming.${settings.get('confirm', 'auto')}`)
  /** @type {ToolbarAction[]} */
  const list = []
  if (told.length) list.push(['first', { menu: true }], ['last', { menu: true }])
  if (seat !== null && status === 'live') list.push(['type', { menu: true }])
  if (seat !== null && confirms) list.push(['confirming', { menu: true, label }])
  list.push(['settings', { menu: true }])
  if (settings.get('account') !== 'yes') list.push(['account', { menu: true }])
  return list
}

/** Whether the game has a chat: two people play or played it. At one screen a chat is useless, and a bot does not
 * talk.
 * @param {State} state */
export const hasChat = (state) => state.status !== 'open' && isBetweenPeople(state)

/** Returns the buttons for players only; none while the table waits for an opponent, since its card has them. Abort stands in
 * the place of Resign until both have moved. A table where one player holds both seats has undo; a table for two people has
 * offers.
 * @param {Rules} rules @param {State} state @returns {ToolbarAction[]} */
function seatActions(rules, state) {
  const { seat, status, acts } = state
  if (seat === null || status !== 'live') return []
  const end = acts.includes('abort') ? 'abort' : 'resign'
  /** @type {ToolbarAction} */
  const leave = [end, { label: t(`act.${end}`), disabled: !acts.includes(end) }]
  if (playsBothSides(state)) return [...undoActions(state), leave]
  const draws = rules.draws && !hasBot(state) // a bot declines draws
  const kinds = draws ? ['draw', 'takeback'] : ['takeback']
  const offers = kinds.map((what) => offerAction(state, what))
  return [leave, ...offers]
}

/** Returns "Leave" for a running game whose clock counts seconds: the opponent may soon claim a game that was left.
 * @param {State} state @returns {ToolbarAction[]} */
function leavingActions({ seat, status, acts, control, players }) {
  if (seat === null || status !== 'live') return []
  const begun = acts.includes('resign') && !acts.includes('abort')
  const people = players.every((player) => player && player.bot === undefined)
  const fast = control && 'base' in control && control.base !== undefined
  return begun && people && fast ? [['leave', { menu: true }]] : []
}

/** @param {State} state @param {string} what @returns {ToolbarAction} */
function offerAction({ offers, acts, seat }, what) {
  const pending = offers.some((offer) => offer.what === what && offer.seat === seat)
  const elsewhere = what === 'takeback' && acts.includes('proceed') // beside the warning that it answers
  return [what, { pressed: pending, disabled: !acts.includes(`offer:${what}`), elsewhere }]
}

/** @param {State} state @returns {ToolbarAction[]} */
export const undoActions = ({ acts }) =>
  ['undo', 'redo'].map((act) => [act, { disabled: !acts.includes(act) }])
