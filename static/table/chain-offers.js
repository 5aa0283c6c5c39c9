// Offers to replay a chain of compulsory moves: in the message strip of a running game without a clock, and beside the
// result.

import { gamePath } from '../app/routes.js'
import { loadPart, MissingPart, sheet } from '../core/files.js'
import { name } from '../core/games.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { share } from '../core/share.js'
import { follow } from '../kit/follow.js'
import { icon } from '../kit/icon.js'
import { computed, html, signal } from '../vendor/preact.js'
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
export const chainSheet = () => sheet('/static/table/chains.css')

/** Chain offers of a live table. */
export class LiveChains {
  #playing = signal(false)

  /** @param {Rules} rules @param {{ readonly id: string, readonly state: State }} game @param {Say} say
   * @param {import('./move-list.js').MoveList} moves the move list, which knows the compulsory moves
   * @param {ChainStage} stage @param {AbortSignal} left aborted when the page is left */
  constructor(rules, game, say, moves, stage, left) {
    this.rules = rules
    this.game = game
    this.say = say
    this.stage = stage
    this.left = left
    const on = {
      play: (/** @type {Chain} */ chain) => this.#play(chain),
      share: (/** @type {Chain} */ chain) => this.#share(chain),
    }
    const longest = computed(() =>
      game.state.status === 'ended' ? longestChain(moves.forced) : null,
    )
    /** The longest chain, for the result. */
    this.row = html`<${LongestChain} chain=${longest} on=${on} />`
    const ended = computed(() => {
      const runs = game.state.status === 'live' && showsChains(game.state)
      return runs && !this.#playing.value
        ? chainJustEnded(moves.forced, game.state.told.length)
        : null
    })
    follow(
      left,
      () => ended.value && `${ended.value.first} ${ended.value.count}`,
      () => stage.strip.chain(ended.value && this.#offerContent(ended.value)),
    )
    chainSheet()
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
    if (this.#playing.value) return
    this.#playing.value = true
    try {
      const { playChain } = await loadPart(() => import('./chain-player.js'))
      await playChain(chain, this.stage, this.left)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(error instanceof MissingPart)) this.say(t('replay.failed'))
    } finally {
      if (!this.left.aborted) this.#playing.value = false
    }
  }

  /** @param {Chain} chain */
  async #share(chain) {
    const before = await this.stage.frame(chain.first)
    const path = gamePath(this.game.id, before.ply, chain.count)
    this.say(await shareChain(path, this.rules, chain))
  }
}

/** @param {{ chain: import('@preact/signals').ReadonlySignal<Chain | null>, on: ChainHandlers }} props */
const LongestChain = ({ chain, on }) => chainRow(chain.value, on)
