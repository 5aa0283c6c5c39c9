// Offers to replay a chain of compulsory moves: in the message strip of a running game without a clock, and beside the
// result.

import { gamePath } from '../app/routes.js'
import { loadPart, MissingPart, sheet } from '../core/files.js'
import { name } from '../core/games.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { share } from '../core/share.js'
import { icon } from '../kit/icon.js'
import { html, signal } from '../vendor/preact.js'
import { chainJustEnded, longestChain, showsChains } from './chains.js'

/** @import { Chain } from './chains.js' */
/** @import { ChainStage } from './chain-player.js' */

/** @typedef {{ play(chain: Chain): unknown, share: ((chain: Chain) => unknown) | null }} ChainHandlers */

/** A chain with a button that plays it and, if it has an address, one that shares it; null: hidden.
 * @param {Chain | null} chain @param {ChainHandlers} on */
export function chainRow(chain, { play, share }) {
  const button = (
    /** @type {string} */ act,
    /** @type {string} */ sign,
    /** @type {(chain: Chain) => unknown} */ press,
  ) => html`
    <button type="button" class="with-icon" data-act=${act} onClick=${() => chain && press(chain)}>
      ${icon(sign, 'act-sign')}
      ${t(`act.${act}`)}
    </button>`
  return html`
    <div class="chain-row" hidden=${!chain} data-chain=${chain?.count}>
      <span class="chain-text">${chain && t('chain.name', { count: chain.count })}</span>
      ${button('chain', 'autoplay', play)}
      ${share && button('share-chain', 'share', share)}
    </div>`
}

/** Shares a link to a chain and returns the sentence about the outcome. `path`: of the ply before its first move.
 * @param {string} path @param {Rules} rules @param {Chain} chain */
export const shareChain = (path, rules, { count }) =>
  share(path, name(rules), t('chain.shared', { count, game: name(rules) }))

/** Loads the style sheet of the offers, the path, and the missed win. */
export const chainSheet = () => sheet('/static/play/chains.css')

/** Chain offers of a live table. */
export class LiveChains {
  #playing = false
  #offered = ''
  /** @type {State | null} */
  #state = null
  #longest = signal(/** @type {Chain | null} */ (null))

  /** @param {Rules} rules @param {string} id of the game @param {Say} say
   * @param {import('./move-list.js').MoveList} moves the move list, which knows the compulsory moves
   * @param {ChainStage} stage @param {AbortSignal} left aborted when the page is left */
  constructor(rules, id, say, moves, stage, left) {
    this.rules = rules
    this.id = id
    this.say = say
    this.moves = moves
    this.stage = stage
    this.left = left
    const on = {
      play: (/** @type {Chain} */ chain) => this.#play(chain),
      share: (/** @type {Chain} */ chain) => this.#share(chain),
    }
    /** The longest chain, for the result. */
    this.row = html`<${LongestChain} chain=${this.#longest} on=${on} />`
    chainSheet()
  }

  /** Updates the offers after a new state, or when more is known of the moves. @param {State} state */
  show(state) {
    this.#state = state
    if (this.#playing) return
    const { forced } = this.moves
    const running = state.status === 'live' && showsChains(state)
    this.#offer(running ? chainJustEnded(forced, state.told.length) : null)
    if (state.status !== 'ended') return
    this.#longest.value = longestChain(forced)
  }

  /** @param {Chain | null} chain */
  #offer(chain) {
    const key = chain ? `${chain.first} ${chain.count}` : ''
    if (key === this.#offered) return
    this.#offered = key
    this.stage.strip.chain(chain && this.#offerContent(chain))
  }

  /** @param {Chain} chain */
  #offerContent(chain) {
    return html`
      <span class="chain-text">${t('chain.ended', { count: chain.count })}</span>
      <button type="button" data-act="chain" onClick=${() => this.#play(chain)}>
        ${t('act.chain.again')}
      </button>`
  }

  /** @param {Chain} chain */
  async #play(chain) {
    if (this.#playing) return
    this.#playing = true
    try {
      const { playChain } = await loadPart(() => import('./chain-player.js'))
      await playChain(chain, this.stage, this.left)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(error instanceof MissingPart)) this.say(t('replay.failed'))
    } finally {
      this.#playing = false
      this.#offered = ''
      if (this.#state && !this.left.aborted) this.show(this.#state)
    }
  }

  /** @param {Chain} chain */
  async #share(chain) {
    const before = await this.stage.frame(chain.first)
    const path = gamePath(this.id, before.ply, chain.count)
    this.say(await shareChain(path, this.rules, chain))
  }
}

/** @param {{ chain: import('@preact/signals').Signal<Chain | null>, on: ChainHandlers }} props */
const LongestChain = ({ chain, on }) => chainRow(chain.value, on)
