// Player bars, one for each seat: name and rating, captured pieces, presence, whether it is the player's turn, and the
// clock. All bars have one height. The name has the first line to itself; in a narrow bar the last items of the second line
// are hidden.

import { personPath } from '../app/routes.js'
import { formatDuration } from '../core/format.js'
import { seatName, solitaire } from '../core/games.js'
import { t } from '../core/i18n.js'
import { changeText, INITIAL_RATING, ratingText } from '../core/people.js'
import { icon } from '../kit/icon.js'
import { useServerTime } from '../kit/time.js'
import { html } from '../vendor/preact.js'
import { Clock, SeatClock } from './clock.js'
import { playerName, playsBothSides, receivedAt } from './texts.js'

const TICK_MS = 250
const MAX_SHORT_LETTERS = 12 // of a name, which is smaller in a narrow bar if it has more

/** @typedef {Pick<Board, 'words' | 'draw'>} BarBoard */

/** The clocks of a table, and what its bars show besides the state. */
export class PlayerBars {
  #state = /** @type {State | null} */ (null)

  /** @param {Rules} rules @param {Say} say @param {BarBoard} board @param {AbortSignal} left aborted when the page is left */
  constructor(rules, say, board, left) {
    this.rules = rules
    this.board = board
    this.clocks = rules.seats.map((_, seat) => new SeatClock(seat, say))
    left.addEventListener('abort', () => {
      for (const clock of this.clocks) clock.leave()
    })
  }

  /** Sets the clocks by a state. @param {State} state */
  take(state) {
    this.#state = state
    for (const [seat, clock] of this.clocks.entries())
      clock.show(state, state.seat === seat, receivedAt(state))
  }

  /** Returns the remaining times as text. */
  spokenClocks() {
    if (!this.#state?.clock) return t('table.clock.none')
    const times = this.clocks.map((clock) =>
      t('table.clock.of', { seat: seatName(this.rules, clock.seat), left: clock.left() }),
    )
    return times.join(' ')
  }

  /** Shows the bar of a seat; a solitaire has no second one. `position`: the earlier one that is on the board, whose captures
   * and standing are shown.
   * @param {number} seat @param {State} state @param {State | null} [position] @returns {Content} */
  bar(seat, state, position) {
    const clock = this.clocks[seat]
    if (!clock) return null
    const { rules, board } = this
    return html`
      <${PlayerBar}
        key=${seat}
        ...${{ rules, board, state, clock }}
        position=${position ?? state}
      />`
  }
}

/** `position`: that on the board.
 * @param {{ rules: Rules, board: BarBoard, state: State, position: State, clock: SeatClock }} props */
function PlayerBar({ rules, board, state, position, clock }) {
  const { seat } = clock
  const player = state.players[seat]
  const name = playerName(state, seat)
  const side = seatName(rules, seat)
  const role = solitaire(rules) || name === side ? '' : side
  const [title, second] = playsBothSides(state) ? [side, name] : [name, role]
  const isBot = player?.bot !== undefined
  const isKnown = typeof player?.online === 'boolean' && !isBot
  const isAway = isKnown && !player.online && state.status !== 'ended'
  const presence = isAway ? 'no' : 'yes'
  const there = isKnown ? presenceText(isAway, state.status) : ''
  const isYours = state.seat !== null && (state.seat === seat || playsBothSides(state))
  return html`
    <section
      class="player"
      data-player=${seat}
      data-there=${isKnown ? presence : undefined}
      data-machine=${isBot ? '' : undefined}
      data-to-move=${state.turn === seat ? '' : undefined}
      data-you=${isYours ? '' : undefined}
      aria-label=${role ? t('table.player', { name, seat: role }) : name}
      title=${there || undefined}
    >
      <span class="turn-sign" aria-hidden="true"></span>
      <span class="player-who">
        <span class="player-title">
          <span class="player-bot" hidden=${!isBot}>${icon('bot')}</span>
          ${playerLink(state, seat, title)}
        </span>
        <span class="player-more">
          <span class="player-rating">${ratingAndChange(rated(player, state))}</span>
          <span class="player-seat">${second}</span>
          ${
            state.status === 'live' &&
            player?.away !== undefined &&
            html`<${WaitForClaim} until=${player.away} />`
          }
          <span class="player-standing" data-standing=${seat}>${board.words.standing?.(position, seat)}</span>
          <span class="player-tokens">${board.draw?.tokens?.(position, seat)}</span>
        </span>
      </span>
      <span class="player-there">${there}</span>
      <${Clock} clock=${clock} name=${t('table.clock.name', { seat: side })} />
    </section>`
}

/** The time until the opponent of an absent player may claim the game. @param {{ until: number }} props */
function WaitForClaim({ until }) {
  const left = until - useServerTime(TICK_MS)
  return left > 0 && html`<span class="player-wait" role="timer">${formatDuration(left)}</span>`
}

/** Returns a player with the rating that they begin a rated game with. @param {Wire.State['players'][number]} player
 * @param {State} state */
function rated(player, state) {
  const isNew = state.rated && player && player.rating === null && player.bot === undefined
  return isNew ? { ...player, rating: INITIAL_RATING, provisional: true } : (player ?? {})
}

/** Returns "1500?", after a rated game "1500? +162". @param {{ rating?: number | null, change?: number }} player */
function ratingAndChange(player) {
  const change = changeText(player)
  return change ? `${ratingText(player)} ${change}` : ratingText(player)
}

/** Links the name to the profile. From a game that the reader plays it opens a new page, so that a mistaken tap does not
 * leave the game.
 * @param {State} state @param {number} seat @param {string} name */
function playerLink(state, seat, name) {
  const player = state.players[seat]
  const isPlaying = state.seat !== null && state.status === 'live'
  const path = player?.id && player.name && player.bot === undefined && personPath(player.name)
  return html`
    <a
      class="player-name"
      href=${path || undefined}
      target=${isPlaying ? '_blank' : undefined}
      data-long=${name.length > MAX_SHORT_LETTERS ? '' : undefined}
    >
      ${name}
    </a>`
}

/** @param {boolean} isAway @param {State['status']} status */
function presenceText(isAway, status) {
  if (!isAway) return t('table.online')
  return t(status === 'live' ? 'table.away' : 'table.offline')
}
