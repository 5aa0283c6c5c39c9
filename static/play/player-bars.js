// Player bars, one for each seat: name and rating, captured pieces, presence, whether it is the player's turn, and the
// clock. All bars have one height. The name has the first line to itself; in a narrow bar the last items of the second line
// are hidden.

import { personPath } from '../app/routes.js'
import { el, set } from '../core/dom.js'
import { formatDuration } from '../core/format.js'
import { seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { icon } from '../core/icons.js'
import { changeText, ratingText } from '../core/people.js'
import { seatClock } from './clock.js'
import { playerName, playsBothSides, receivedAt } from './texts.js'

/** Creates the bars. elements: [top, bottom]; `show(state, flipped)`: seat 1 is at the bottom if `flipped`; clocks(): the
 * remaining times as text.
 * @param {Rules} rules @param {Say} say @param {Pick<Board, 'standing' | 'tokens'>} board */
export function playerBars(rules, say, board) {
  const bars = rules.seats.map((_, seat) => playerBar(rules, seat, say, board))
  const places = [el('div', { class: 'seat-top' }), el('div', { class: 'seat-bottom' })]
  /** @type {State | null} */
  let state = null
  /** @type {State | null} the earlier position that is shown */
  let earlier = null
  let turned = false
  const draw = (/** @type {State} */ shown) => {
    for (const [seat, bar] of bars.entries()) {
      const place = places[seat === (turned ? 1 : 0) ? 1 : 0]
      if (bar.element.parentElement !== place) place.append(bar.element)
      bar.show(shown, earlier ?? shown)
    }
  }
  return {
    elements: places,
    /** Draws the bars. past: the earlier position on the board, whose captures and standing are shown.
     * @param {State} next @param {boolean} flipped @param {State | null} [past] */
    show(next, flipped, past = null) {
      state = next
      earlier = past
      turned = flipped
      draw(next)
    },
    /** Sets the ms until a claim is possible, by seat; null: the player is there, or it is possible already.
     * @param {(number | null)[]} waits */
    countDown(waits) {
      for (const [seat, bar] of bars.entries()) bar.countDown(waits[seat])
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
  const name = el('a', { class: 'player-name' })
  const bot = el('span', { class: 'player-bot', hidden: true }, icon('bot'))
  const rating = el('span', { class: 'player-rating' })
  const role = el('span', { class: 'player-seat' })
  const remark = el('span', { class: 'player-standing', 'data-standing': seat })
  const tokens = el('span', { class: 'player-tokens' })
  const presence = el('span', { class: 'player-there' })
  const wait = el('span', { class: 'player-wait', role: 'timer', hidden: true })
  const title = t('table.clock.name', { seat: seatName(rules, seat) })
  const clock = seatClock(seat, title, say)
  const element = el(
    'section',
    { class: 'player', 'data-player': seat },
    el('span', { class: 'turn-sign', 'aria-hidden': 'true' }),
    el(
      'span',
      { class: 'player-who' },
      el('span', { class: 'player-title' }, bot, name),
      el('span', { class: 'player-more' }, rating, role, wait, remark, tokens),
    ),
    presence,
    clock.element,
  )
  return {
    element,
    clock,
    /** @param {number | null | undefined} ms */
    countDown(ms) {
      set(wait, { hidden: typeof ms !== 'number' })
      wait.textContent = typeof ms === 'number' ? formatDuration(ms) : ''
    },
    /** @param {State} state @param {State} position the position on the board */
    show(state, position) {
      const player = playerName(state, seat)
      const title = seatName(rules, seat)
      const shownRole = solitaire(rules) || player === title ? '' : title
      const online = state.players[seat]?.online
      const isBot = state.players[seat]?.bot !== undefined
      const known = typeof online === 'boolean' && !isBot
      const away = known && !online && state.status !== 'ended'
      name.textContent = player
      set(bot, { hidden: !isBot })
      linkToProfile(name, state, seat)
      rating.textContent = ratingAndChange(state.players[seat] ?? {})
      role.textContent = shownRole
      remark.textContent = board.standing?.(position, seat) ?? ''
      fill(tokens, board.tokens?.(position, seat))
      const there = known ? presenceText(away, state.status) : ''
      presence.textContent = there
      set(element, {
        'aria-label': shownRole ? t('table.player', { name: player, seat: shownRole }) : player,
        'data-there': known && (away ? 'no' : 'yes'),
        title: there || null,
        'data-machine': isBot,
        'data-to-move': state.turn === seat,
        'data-you': state.seat !== null && (state.seat === seat || playsBothSides(state)),
      })
      clock.show(state, state.seat === seat, receivedAt(state))
    },
  }
}

/** Returns "1500?", after a rated game "1500? +162". @param {{ rating?: number | null, change?: number }} player */
function ratingAndChange(player) {
  const change = changeText(player)
  return change ? `${ratingText(player)} ${change}` : ratingText(player)
}

/** Links the name to the profile. From a game that the reader plays it opens a new page, so that a mistaken tap does not
 * leave the game.
 * @param {HTMLElement} name @param {State} state @param {number} seat */
function linkToProfile(name, state, seat) {
  const player = state.players[seat]
  const playing = state.seat !== null && state.status === 'live'
  set(name, {
    href: player?.id && player.name && player.bot === undefined ? personPath(player.name) : null,
    target: playing && '_blank',
  })
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
