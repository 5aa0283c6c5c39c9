// A bar for each seat: the player's name, what they have taken, their presence, whether it is their turn, and their clock.
// All bars have one height, however long a name is.

import { el, set } from '../core/dom.js'
import { seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { seatClock } from './clock.js'
import { playerName, playsBothSides, receivedAt } from './texts.js'

/** `show(state, flipped)`: seat 1 is at the bottom where `flipped`; clocks(): the times left in words.
 * elements: [top, bottom].
 * @param {Rules} rules @param {Say} say @param {Pick<Board, 'standing' | 'tokens'>} board */
export function playerBars(rules, say, board) {
  const bars = rules.seats.map((_, seat) => playerBar(rules, seat, say, board))
  const places = [
    el('div', { class: 'seat-top' }),
    el('div', { class: 'seat-bottom' }),
  ]
  const spectators = el('span', { class: 'watchers' })
  /** @type {State | null} */
  let state = null
  let turned = false
  const draw = (/** @type {State} */ shown) => {
    for (const [seat, bar] of bars.entries()) {
      const place = places[seat === (turned ? 1 : 0) ? 1 : 0]
      if (bar.element.parentElement !== place) place.append(bar.element)
      bar.show(shown)
    }
    spectators.textContent = shown.watchers
      ? t('table.watchers', { count: shown.watchers })
      : ''
  }
  return {
    elements: places,
    spectators,
    /** @param {State} next @param {boolean} flipped */
    show(next, flipped) {
      state = next
      turned = flipped
      draw(next)
    },
    /** @param {Presence} frame */
    presence(frame) {
      if (!state) return
      const players = state.players.map(
        (player, seat) => player && { ...player, online: frame.players[seat] },
      )
      state = { ...state, players, watchers: frame.watchers }
      draw(state)
    },
    clocks() {
      if (!state?.clock) return t('table.clock.none')
      const times = bars.map((bar, seat) =>
        t('table.clock.of', {
          seat: seatName(rules, seat),
          left: bar.clock.left(),
        }),
      )
      return times.join(' ')
    },
    leave() {
      for (const bar of bars) bar.clock.leave()
    },
  }
}

/** @param {Rules} rules @param {number} seat @param {Say} say @param {Pick<Board, 'standing' | 'tokens'>} board */
function playerBar(rules, seat, say, board) {
  const name = el('strong', { class: 'player-name' })
  const role = el('span', { class: 'player-seat' })
  const remark = el('span', { class: 'player-standing', 'data-standing': seat })
  const tokens = el('span', { class: 'player-tokens' })
  const presence = el('span', { class: 'player-there' })
  const clock = seatClock(seat, say)
  const element = el(
    'section',
    { class: 'player', 'data-player': seat },
    el('span', { class: 'turn-sign', 'aria-hidden': 'true' }),
    el('span', { class: 'player-who' }, name, remark, role, tokens),
    presence,
    clock.element,
  )
  return {
    element,
    clock,
    /** @param {State} state */
    show(state) {
      const player = playerName(state, seat)
      const title = seatName(rules, seat)
      const shownRole = solitaire(rules) || player === title ? '' : title
      const online = state.players[seat]?.online
      const known = typeof online === 'boolean'
      const away = known && !online && state.status !== 'ended'
      name.textContent = player
      role.textContent = shownRole
      remark.textContent = board.standing?.(state, seat) ?? ''
      fill(tokens, board.tokens?.(state, seat))
      const there = known ? presenceText(away, state.status) : ''
      presence.textContent = there
      set(element, {
        'aria-label': shownRole
          ? t('table.player', { name: player, seat: shownRole })
          : player,
        'data-there': known && (away ? 'no' : 'yes'),
        title: there || null,
        'data-to-move': state.turn === seat,
        'data-you':
          state.seat !== null && (state.seat === seat || playsBothSides(state)),
      })
      const values = /** @type {ClockValues | null} */ (state.clock)
      clock.show(values, state.seat === seat, receivedAt(state))
    },
  }
}

/** @param {HTMLElement} place @param {Child} content */
function fill(place, content) {
  place.replaceChildren(...el('span', {}, content).childNodes)
}

/** @param {boolean} away @param {State['status']} status */
function presenceText(away, status) {
  if (!away) return t('table.online')
  return t(status === 'live' ? 'table.away' : 'table.offline')
}
