// A bar for each seat: who sits there, whether he is there, whether it is his turn, and his clock.

import { el, set } from '../core/dom.js'
import { t } from '../core/i18n.js'
import { seatName, solitaire } from '../core/games.js'
import { clock } from './clock.js'
import { both, player } from './texts.js'

/** flipped: seat 1 sits at the bottom; `standing(frame, seat)`: the board's few words beside a name.
 * {elements: [top, bottom], show(state, flipped), presence(frame), clocks(), leave()} */
export function players(rules, say, standing) {
  const bars = rules.seats.map((_, seat) => bar(rules, seat, say, standing))
  const places = [
    el('div', { class: 'seat-top' }),
    el('div', { class: 'seat-bottom' }),
  ]
  const watchers = el('span', { class: 'watchers' })
  let state = null
  const draw = (flipped) => {
    bars.forEach((one, seat) => {
      const place = places[seat === (flipped ? 1 : 0) ? 1 : 0]
      if (one.element.parentElement !== place) place.append(one.element)
      one.show(state)
    })
    watchers.textContent = state.watchers
      ? t('table.watchers', { count: state.watchers })
      : ''
  }
  let turned = false
  return {
    elements: places,
    watchers,
    show(next, flipped) {
      state = next
      turned = flipped
      draw(flipped)
    },
    presence(frame) {
      if (!state) return
      const seats = state.players.map(
        (one, seat) => one && { ...one, online: frame.players[seat] },
      )
      state = { ...state, players: seats, watchers: frame.watchers }
      draw(turned)
    },
    clocks: () =>
      state?.clock
        ? bars
            .map((one, seat) =>
              t('table.clock.of', {
                seat: seatName(rules, seat),
                left: one.clock.left(),
              }),
            )
            .join(' ')
        : t('table.clock.none'),
    leave: () => bars.forEach((one) => one.clock.leave()),
  }
}

function bar(rules, seat, say, standing) {
  const name = el('strong', { class: 'player-name' })
  const role = el('span', { class: 'player-seat' })
  const stands = el('span', { class: 'player-standing', 'data-standing': seat })
  const there = el('span', { class: 'player-there' })
  const time = clock(seat, say)
  const element = el(
    'section',
    { class: 'player', 'data-player': seat },
    el('span', { class: 'turn-sign', 'aria-hidden': 'true' }),
    el('span', { class: 'player-who' }, name, role),
    stands,
    there,
    time.element,
  )
  return {
    element,
    clock: time,
    show(state) {
      const one = state.players[seat]
      name.textContent = player(state, seat)
      role.textContent =
        solitaire(rules) || name.textContent === seatName(rules, seat)
          ? ''
          : seatName(rules, seat)
      stands.textContent = standing?.(state, seat) ?? ''
      const known = one && typeof one.online === 'boolean'
      const away = known && !one.online && state.status !== 'ended'
      there.textContent = !known
        ? ''
        : away
          ? t(state.status === 'live' ? 'table.away' : 'table.offline')
          : t('table.online')
      set(element, {
        'aria-label': role.textContent
          ? t('table.player', {
              name: name.textContent,
              seat: role.textContent,
            })
          : name.textContent,
        'data-there': known && (away ? 'no' : 'yes'),
        'data-to-move': state.turn === seat,
        'data-you': state.seat !== null && (state.seat === seat || both(state)),
      })
      time.show(state.clock, state.seat === seat)
    },
  }
}
