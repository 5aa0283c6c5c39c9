// Which buttons a table has, in the order of their weight, by the `acts` of the state alone. They keep their places from
// the first to the last move: what is not possible now is disabled.

import { gamePath, newGamePath } from '../app/routes.js'
import { t } from '../core/i18n.js'
import { hasMachine, isTaught, machineOf } from '../core/machines.js'
import { settings } from '../core/settings.js'
import { sameScreenWay } from './same-screen.js'
import { isBetweenPeople, playsBothSides } from './texts.js'

/** The buttons of a table for two. `docked`: the dialog of the result stands there and offers its own; `unread`: lines of
 * the chat that were not seen.
 * @param {Rules} rules @param {State} state
 * @param {{ flipped: boolean, docked: boolean, unread: number }} how
 * @returns {ToolbarAction[]} */
export function tableActions(rules, state, { flipped, docked, unread }) {
  /** @type {ToolbarAction[]} */
  const list = [...seatActions(rules, state)]
  if (state.status === 'ended' && !docked) {
    if (state.acts.includes('offer:rematch')) list.push('rematch')
    list.push(['review', { href: gamePath(state.game, state.ply) }])
    const href = newGamePath(rules.id, null, null, machineOf(state))
    list.push(['new-game', { href }])
  }
  if (hasChat(state)) list.push(['chat', { count: unread }])
  list.push(['flip', { pressed: flipped }], 'help')
  if (state.status !== 'open' && !docked) list.push('share')
  list.push(['describe', { menu: true }])
  if (state.seat !== null && playsBothSides(state)) {
    const label = t(`act.same-screen.${sameScreenWay()}`)
    list.push(['same-screen', { menu: true, label }])
  }
  return [...list, ...deviceActions(state), ...leavingActions(state)]
}

/** What belongs to the device and not to the game, behind "More".
 * @param {State} state @param {boolean} [confirms] whether moves can be asked
 * @returns {ToolbarAction[]} */
export function deviceActions({ seat }, confirms = true) {
  const label = t(`act.confirming.${settings.get('confirm', 'auto')}`)
  /** @type {ToolbarAction[]} */
  const all = [
    ['confirming', { menu: true, label }],
    ['settings', { menu: true }],
  ]
  if (settings.get('account') !== 'yes') all.push(['account', { menu: true }])
  return seat !== null && confirms ? all : all.slice(1)
}

/** Two people play this game, or have played it, so that they may talk; at one screen nobody needs a chat, and a machine
 * does not talk.
 * @param {State} state */
export const hasChat = (state) =>
  state.status !== 'open' && isBetweenPeople(state)

/** What only players can do. Abort stands in the place of Resign until both have moved; undo is of a table where one
 * player has both seats, offers are of a table for two people.
 * @param {Rules} rules @param {State} state @returns {ToolbarAction[]} */
function seatActions(rules, state) {
  const { seat, status, acts } = state
  if (seat === null || status === 'ended') return []
  const end = acts.includes('abort') ? 'abort' : 'resign'
  const label = t(status === 'open' ? 'act.abort.open' : `act.${end}`)
  /** @type {ToolbarAction} */
  const leave = [end, { label, disabled: !acts.includes(end) }]
  if (status === 'open') return [leave]
  if (playsBothSides(state)) return [...undoActions(state), leave]
  const draws = rules.draws && !hasMachine(state) // a machine declines them
  const whats = draws ? ['draw', 'takeback'] : ['takeback']
  const offers = whats.map((what) => offerAction(state, what))
  return [leave, ...offers, ...proceedAction(state)]
}

/** Leaving a game that goes on: where its clock runs by seconds, so that the opponent may claim it soon.
 * @param {State} state @returns {ToolbarAction[]} */
function leavingActions({ seat, status, acts, control, players }) {
  if (seat === null || status !== 'live') return []
  const begun = acts.includes('resign') && !acts.includes('abort')
  const people = players.every((player) => player && player.bot === undefined)
  const fast = control && 'base' in control && control.base !== undefined
  return begun && people && fast ? [['leave', { menu: true }]] : []
}

/** Lets a machine that has warned answer. @param {State} state @returns {ToolbarAction[]} */
const proceedAction = (state) =>
  isTaught(state)
    ? [['proceed', { disabled: !state.acts.includes('proceed') }]]
    : []

/** @param {State} state @param {string} what @returns {ToolbarAction} */
function offerAction({ offers, acts, seat }, what) {
  const pending = offers.some(
    (offer) => offer.what === what && offer.seat === seat,
  )
  return [what, { pressed: pending, disabled: !acts.includes(`offer:${what}`) }]
}

/** @param {State} state @returns {ToolbarAction[]} */
export const undoActions = ({ acts }) =>
  ['undo', 'redo'].map((act) => [act, { disabled: !acts.includes(act) }])
