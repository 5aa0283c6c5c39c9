// Pending offers of a table in the message strip, and the claim of a win or draw after the opponent has left, with the time
// until it is possible.

import { alert } from '../core/announcer.js'
import { formatDuration } from '../core/format.js'
import { t } from '../core/i18n.js'
import { serverNow } from '../core/server-time.js'
import { icon } from '../kit/icon.js'
import { playerName, playsBothSides } from '../play/texts.js'
import { html } from '../vendor/preact.js'

const TICK_MS = 250

/** @typedef {object} OfferHandlers
 * @property {import('./commands.js').Commands} commands
 * @property {Say} say
 * @property {(waits: (number | null)[]) => void} countDown ms until a claim is possible, by the absent seat */

/** The shown offer: sentence and buttons. `key` stays the same while only the sentence changes.
 * @typedef {{ key: string, text: string, buttons: OfferButton[] }} Shown
 * @typedef {{ act: string, label: string, what?: string, press(): void }} OfferButton */

export class Offers {
  /** @type {State | null} */
  #state = null
  #key = ''
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer
  #acted = '' // key of the offer that this player has withdrawn or answered

  /** @param {import('../play/message-strip.js').MessageStrip} strip @param {OfferHandlers} on */
  constructor(strip, on) {
    this.strip = strip
    this.on = on
  }

  /** Shows the pending offer. `cardShown`: the result is docked and has the rematch.
   * @param {State} state @param {boolean} cardShown */
  show(state, cardShown) {
    this.#state = state
    this.cardShown = cardShown
    clearInterval(this.#timer)
    if (state.players.some((player) => player?.away !== undefined))
      this.#timer = setInterval(() => this.#draw(), TICK_MS)
    this.#draw()
  }

  leave() {
    clearInterval(this.#timer)
  }

  #draw() {
    const state = this.#state
    if (!state) return
    const waits = state.players.map((player) => waitOf(state, player))
    this.on.countDown(waits)
    const shown = this.#shown(state, waits)
    const key = shown?.key ?? ''
    this.strip.offer(shown && offerContent(shown), key !== this.#key)
    this.#key = key
  }

  /** @param {State} state @param {(number | null)[]} waits @returns {Shown | null} */
  #shown(state, waits) {
    const { seat } = state
    if (seat === null || playsBothSides(state)) return null
    if (state.status === 'ended' && this.cardShown) return null
    return (
      this.#claimable(state, seat, waits) ??
      this.#theirs(state, seat) ??
      this.#own(state, seat) ??
      this.#gone(state, seat, waits)
    )
  }

  /** @param {State} state @param {number} seat @param {(number | null)[]} waits @returns {Shown | null} */
  #claimable(state, seat, waits) {
    const name = playerName(state, 1 - seat)
    const gone = state.players[1 - seat]?.away !== undefined
    if (state.status !== 'live' || !gone || waits[1 - seat] !== null) return null
    const button = (/** @type {string} */ what) => ({
      act: 'claim',
      what,
      label: t(`act.claim.${what}`),
      press: () => this.on.commands.claim(what),
    })
    return {
      key: 'claim',
      text: t('offer.claim', { name }),
      buttons: [button('win'), button('draw')],
    }
  }

  /** @param {State} state @param {number} seat @param {(number | null)[]} waits @returns {Shown | null} */
  #gone(state, seat, waits) {
    const wait = waits[1 - seat]
    if (typeof wait !== 'number') return null
    const params = {
      name: playerName(state, 1 - seat),
      time: formatDuration(wait),
    }
    return { key: 'gone', text: t('offer.gone', params), buttons: [] }
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
          press: () => this.#act(offer, () => this.on.commands.answer(what, true)),
        },
        {
          act: 'decline',
          label: t('act.decline'),
          press: () => this.#act(offer, () => this.on.commands.answer(what, false)),
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
          press: () => this.#act(offer, () => this.on.commands.withdraw(what)),
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
      if (made === 0 || answered) this.on.say(t(own ? 'offer.declined' : 'offer.withdrawn'))
    }
  }
}

/** @param {PendingOffer} offer */
const keyOf = ({ what, seat, ply }) => `${what} ${seat} ${ply}`

/** @param {State} state @param {PendingOffer} offer */
const has = ({ offers }, offer) => offers.some((one) => keyOf(one) === keyOf(offer))

/** Returns the ms until the opponent of an absent player may claim the game; null: the player is there, or the time is over.
 * @param {State} state @param {Person | null} player */
function waitOf(state, player) {
  if (state.status !== 'live' || player?.away === undefined) return null
  const wait = player.away - serverNow()
  return wait > 0 ? wait : null
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
