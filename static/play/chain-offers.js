// Offers to replay a chain of compulsory moves: in the message strip of a running game without a clock, and beside the
// result.

import { gamePath } from '../app/routes.js'
import { el, set } from '../core/dom.js'
import { loadPart, MissingPart, sheet } from '../core/files.js'
import { name } from '../core/games.js'
import { Refusal } from '../core/http.js'
import { t } from '../core/i18n.js'
import { commandIcon } from '../core/icons.js'
import { share } from '../core/share.js'
import { chainJustEnded, longestChain, showsChains } from './chains.js'

/** @import { Chain } from './chains.js' */
/** @import { ChainStage } from './chain-player.js' */

/** A chain with a button that plays it and, if it has an address, one that shares it. Hidden until there is a chain. */
export class ChainRow {
  #text = el('span', { class: 'chain-text' })
  #shown = ''

  /** @param {{ play(chain: Chain): unknown, share: ((chain: Chain) => unknown) | null }} on */
  constructor(on) {
    /** @type {Chain | null} */
    this.chain = null
    const button = (/** @type {string} */ act, /** @type {(chain: Chain) => unknown} */ press) =>
      el(
        'button',
        {
          type: 'button',
          class: 'with-icon',
          'data-act': act,
          onclick: () => this.chain && press(this.chain),
        },
        commandIcon(act === 'chain' ? 'autoplay' : 'share'),
        t(`act.${act}`),
      )
    this.element = el(
      'div',
      { class: 'chain-row', hidden: true },
      this.#text,
      button('chain', on.play),
      on.share && button('share-chain', on.share),
    )
  }

  /** @param {Chain | null} chain */
  show(chain) {
    const key = chain ? `${chain.first} ${chain.count}` : ''
    if (key === this.#shown) return
    this.#shown = key
    this.chain = chain
    set(this.element, {
      hidden: chain === null,
      'data-chain': chain?.count ?? null,
    })
    this.#text.textContent = chain ? t('chain.name', { count: chain.count }) : ''
  }
}

/** Shares a link to a chain and returns the sentence about the outcome. `path`: of the ply before its first move.
 * @param {string} path @param {Rules} rules @param {Chain} chain */
export const shareChain = (path, rules, { count }) =>
  share(path, name(rules), t('chain.shared', { count, game: name(rules) }))

/** Loads the style sheet of the offers, the path, and the missed win. */
export const chainSheet = () => sheet('/static/play/chains.css')

/** Chain offers of a live table. */
export class LiveChains {
  #left = new AbortController()
  #playing = false
  #offered = ''
  /** @type {State | null} */
  #state = null
  #row

  /** @param {Rules} rules @param {string} id of the game @param {Say} say
   * @param {import('./move-list.js').MoveList} moves the move list, which knows the compulsory moves
   * @param {ChainStage} stage */
  constructor(rules, id, say, moves, stage) {
    this.rules = rules
    this.id = id
    this.say = say
    this.moves = moves
    this.stage = stage
    this.#row = new ChainRow({
      play: (chain) => this.#play(chain),
      share: (chain) => this.#share(chain),
    })
    this.row = this.#row.element
    chainSheet()
  }

  leave() {
    this.#left.abort()
  }

  /** Updates the offers after a new state, or when more is known of the moves. @param {State} state */
  show(state) {
    this.#state = state
    if (this.#playing) return
    const { forced } = this.moves
    const running = state.status === 'live' && showsChains(state)
    this.#offer(running ? chainJustEnded(forced, state.told.length) : null)
    if (state.status === 'ended') this.#row.show(longestChain(forced))
  }

  /** @param {Chain | null} chain */
  #offer(chain) {
    const key = chain ? `${chain.first} ${chain.count}` : ''
    if (key === this.#offered) return
    this.#offered = key
    this.stage.strip.chain(chain ? this.#offerParts(chain) : [])
  }

  /** @param {Chain} chain */
  #offerParts(chain) {
    const text = t('chain.ended', { count: chain.count })
    const onclick = () => this.#play(chain)
    return [
      el('span', { class: 'chain-text' }, text),
      el('button', { type: 'button', 'data-act': 'chain', onclick }, t('act.chain.again')),
    ]
  }

  /** @param {Chain} chain */
  async #play(chain) {
    if (this.#playing) return
    this.#playing = true
    try {
      const { playChain } = await loadPart(() => import('./chain-player.js'))
      await playChain(chain, this.stage, this.#left.signal)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(error instanceof MissingPart)) this.say(t('replay.failed'))
    } finally {
      this.#playing = false
      this.#offered = ''
      if (this.#state && !this.#left.signal.aborted) this.show(this.#state)
    }
  }

  /** @param {Chain} chain */
  async #share(chain) {
    const before = await this.stage.frame(chain.first)
    const path = gamePath(this.id, before.ply, chain.count)
    this.say(await shareChain(path, this.rules, chain))
  }
}
