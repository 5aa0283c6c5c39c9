// Pending offers of a table in the message strip, and the claim of a win or draw after the opponent has left, with the time
// until it is possible.

import { alert } from '../../core/announcer.js'
import { formatDuration } from '../../core/format.js'
import { t } from '../../core/i18n.js'
import { serverNow } from '../../core/server-time.js'
import { follow } from '../../kit/follow.js'
import { icon } from '../../kit/icon.js'
import { html, signal } from '../../vendor/preact.js'
import { playerName, playsBothSides } from '../texts.js'

const TICK_MS = 250

/** The shown offer: sentence and buttons. `key` stays the same while only the sentence changes.
 * @typedef {{ key: string, text: string, buttons: OfferButton[] }} Shown
 * @typedef {{ act: string, label: string, what?: string, press(): void }} OfferButton */

export class Offers {
  #key = ''
  #acted = '' // key of the offer that this player has withdrawn or answered
  #time = signal(serverNow()) // moves while a player is away

  /** Shows what is pending in the strip. `docked`: whether the result is docked and has the rematch; left: aborted when the
   * page is left.
   * @param {import('../message-strip.js').MessageStrip} strip @param {import('../../live/game-socket.js').GameSocket} game
   * @param {import('./commands.js').Commands} commands
   * @param {import('@preact/signals').ReadonlySignal<boolean>} docked @param {Say} say @param {AbortSignal} left */
  constructor(strip, game, commands, docked, say, left) {
    this.strip = strip
    this.game = game
    this.commands = commands
    this.docked = docked
    this.say = say
    this.#countWhileAway(left)
    follow(
      left,
      () => this.#shown(game.state),
      (shown) => this.#draw(shown),
    )
  }

  /** @param {AbortSignal} left */
  #countWhileAway(left) {
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let timer
    const count = () => {
      this.#time.value = serverNow()
    }
    follow(
      left,
      () => this.game.state.players.some((one) => one?.away !== undefined),
      (counts) => {
        clearInterval(timer)
        if (!counts) return
        count()
        timer = setInterval(count, TICK_MS)
      },
    )
    left.addEventListener('abort', () => clearInterval(timer))
  }

  /** @param {Shown | null} shown */
  #draw(shown) {
    const key = shown?.key ?? ''
    this.strip.offer(shown && offerContent(shown), key !== this.#key)
    this.#key = key
  }

  /** @param {State} state @returns {Shown | null} */
  #shown(state) {
    const { seat, status } = state
    if (seat === null || playsBothSides(state)) return null
    if (status === 'ended' && this.docked.value) return null
    const { away } = state.players[1 - seat] ?? {}
    const wait = status === 'live' && away !== undefined ? away - this.#time.value : null
    if (wait !== null && wait <= 0) return this.#claimable(state, seat)
    return this.#theirs(state, seat) ?? this.#own(state, seat) ?? gone(state, seat, wait)
  }

  /** @param {State} state @param {number} seat @returns {Shown} */
  #claimable(state, seat) {
    const name = playerName(state, 1 - seat)
    const button = (/** @type {string} */ what) => ({
      act: 'claim',
      what,
      label: t(`act.claim.${what}`),
      press: () => this.commands.claim(what),
    })
    return {
      key: 'claim',
      text: t('offer.claim', { name }),
      buttons: [button('win'), button('draw')],
    }
  }

  /** @param {State} state @param {number} seat @returns {Shown | null} */
  #theirs(state, seat) {
    const offer = state.offers.find((one) => one.seat !== seat)
    if (!offer) return null
    const { what } = offer
    return {
      key: keyOf(offer),
      text: offerText(state, offer),
      buttons: [
        {
          act: 'accept',
          label: t('act.accept'),
          press: () => this.#act(offer, () => this.commands.answer(what, true)),
        },
        {
          act: 'decline',
          label: t('act.decline'),
          press: () => this.#act(offer, () => this.commands.answer(what, false)),
        },
      ],
    }
  }

  /** @param {State} state @param {number} seat @returns {Shown | null} */
  #own(state, seat) {
    const offer = state.offers.find((one) => one.seat === seat)
    if (!offer) return null
    const { what } = offer
    return {
      key: keyOf(offer),
      text: offerText(state, offer),
      buttons: [
        {
          act: 'withdraw',
          label: t('act.withdraw'),
          press: () => this.#act(offer, () => this.commands.withdraw(what)),
        },
      ],
    }
  }

  /** @param {PendingOffer} offer @param {() => void} act */
  #act(offer, act) {
    this.#acted = keyOf(offer)
    act()
  }

  /** Announces new offers; also shows that the other side has answered or withdrawn one.
   * @param {State} before @param {State} state */
  follow(before, state) {
    if (state.seat === null || playsBothSides(state)) return
    for (const offer of state.offers) if (!has(before, offer)) alert(offerText(state, offer))
    if (state.status !== before.status || state.next) return
    const made = state.told.length - before.told.length
    for (const offer of before.offers) {
      if (has(state, offer) || this.#acted === keyOf(offer)) continue
      const own = offer.seat === state.seat
      const answered = made > 0 && own && state.turn === state.seat // by a move
      if (made === 0 || answered) this.say(t(own ? 'offer.declined' : 'offer.withdrawn'))
    }
  }
}

/** @param {PendingOffer} offer */
const keyOf = ({ what, seat, ply }) => `${what} ${seat} ${ply}`

/** @param {State} state @param {PendingOffer} offer */
const has = ({ offers }, offer) => offers.some((one) => keyOf(one) === keyOf(offer))

/** The time until an absent opponent's game may be claimed. @param {State} state @param {number} seat
 * @param {number | null} wait ms; null: the opponent is there @returns {Shown | null} */
function gone(state, seat, wait) {
  if (wait === null) return null
  const params = { name: playerName(state, 1 - seat), time: formatDuration(wait) }
  return { key: 'gone', text: t('offer.gone', params), buttons: [] }
}

/** @param {State} state @param {PendingOffer} offer */
function offerText(state, { what, seat }) {
  if (seat === state.seat) return t(`offer.${what}.own`, { name: playerName(state, 1 - seat) })
  return t(`offer.${what}.theirs`, { name: playerName(state, seat) })
}

/** @param {Shown} shown */
const offerContent = ({ key, text, buttons }) => html`
  <span class="offer-text">${text}</span>
  <span key=${key} class="offer-buttons">
    ${buttons.map(
      ({ act, label, what, press }) => html`
        <button type="button" data-act=${act} data-what=${what} onClick=${press}>
          ${icon(what === 'draw' ? 'draw' : act, 'act-sign')}
          <span>${label}</span>
        </button>`,
    )}
  </span>`
