// A game looked through, ply by ply (sources.js); the address holds the ply. On any position the reader may try moves, a
// variation: the server returns its states and keeps nothing.

import { name, solitaire } from '../core/games.js'
import { getText } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { copy, share } from '../core/share.js'
import { startDeal } from '../solitaire/deals.js'
import { loadBoard, showKeys, showPosition } from '../table/board-host.js'
import { markPastMoves } from '../table/forced.js'
import { messageStrip } from '../table/message-strip.js'
import { bottomSeat } from '../table/texts.js'
import { loadVariation } from './sources.js'
import { ReplayView } from './view.js'

const HOOKS = [
  'screen',
  'status',
  'seat',
  'turn',
  'ply',
  'conn',
  'rules',
  'line',
]
/** @type {Record<string, import('./view.js').Step>} */
const KEYS = {
  Home: 'first',
  ArrowLeft: 'back',
  ArrowRight: 'onward',
  End: 'last',
}

/** @typedef {object} ReplayOptions
 * @property {HTMLElement} root
 * @property {ReplaySource} source
 * @property {Rules} rules
 * @property {Go} go
 * @property {(title: string) => void} ready
 * @property {OpenHelp} openHelp */

/** Opens the replay at a ply; one beyond the game is its end.
 * @param {ReplayOptions} options @param {number} ply */
export async function openReplay(options, ply) {
  const strip = messageStrip()
  const host = await loadBoard(options.rules, strip.say)
  const replay = new Replay(options, host, strip)
  await replay.open(ply)
  return replay
}

class Replay {
  /** @type {Map<number, State>} by ply */
  #frames = new Map()
  /** @type {string[] | null} the moves of the variation that is being tried */
  #variation = null
  #flipped = false // by hand
  #left = new AbortController()
  #wanted = 0 // the ply that was asked for last
  #drawn = false
  /** @type {State} what the board shows */
  #frame
  /** @type {State} the state of the game; a variation begins at it */
  #at

  /** @param {ReplayOptions} options @param {BoardHost} host
   * @param {ReturnType<typeof messageStrip>} strip */
  constructor(options, host, strip) {
    this.root = options.root
    this.source = options.source
    this.last = options.source.last
    this.rules = options.rules
    this.go = options.go
    this.ready = options.ready
    this.openHelp = options.openHelp
    this.board = host.board
    this.picks = host.picks
    this.services = host.services
    this.#frame = this.last
    this.#at = this.last
    this.view = new ReplayView(this.rules, this.board, this.source, strip, {
      goTo: (ply) => this.#goTo(ply),
      step: (act) => this.#step(act),
      leaveVariation: () => this.#goTo(this.#at.ply),
      press: (act, button) => this.#press(act, button),
    })
    this.#listen()
  }

  /** @param {number} ply */
  async open(ply) {
    this.root.replaceChildren(this.view.element)
    this.root.dataset.screen = 'replay'
    await this.#goTo(ply, false)
    this.ready(t('replay.title', { game: name(this.rules) }))
    if (this.board.forced && !this.source.hidden) this.#markForced()
  }

  leave() {
    this.#left.abort()
    this.board.leave?.()
    this.view.leave()
    for (const hook of HOOKS) delete this.root.dataset[hook]
  }

  #listen() {
    const { signal } = this.#left
    this.picks.onmove = (move) => {
      this.#try(move)
    }
    document.addEventListener('keydown', (event) => this.#onKey(event), {
      signal,
    })
    this.view.element.addEventListener('ask', (event) => {
      if (/** @type {CustomEvent} */ (event).detail === 'keys') showKeys()
    })
  }

  /** written: whether the address follows.
   * @param {number} ply @param {boolean} [written] */
  async #goTo(ply, written = true) {
    const { hidden } = this.source
    const end = this.last.ply
    const at = hidden ? end : Math.min(Math.max(ply, 0), end)
    if (hidden && at !== ply) this.services.say(hidden)
    this.#wanted = at
    try {
      const frame = await this.#load(at)
      if (this.#wanted !== at) return
      this.#variation = null
      if (written) history.replaceState(null, '', this.source.address(at))
      this.#draw(frame)
    } catch {
      this.services.say(t('replay.failed'))
      if (!this.#drawn) this.#draw(this.last)
    }
  }

  /** @param {number} ply */
  async #load(ply) {
    const frame = this.#frames.get(ply) ?? (await this.source.frame(ply))
    this.#frames.set(ply, frame)
    return frame
  }

  /** @param {State} frame one of the game, or (with `#variation`) of the variation */
  #draw(frame) {
    const { rules, root, last } = this
    const animate = this.#drawn
    this.#drawn = true
    this.#frame = frame
    if (!this.#variation) this.#at = frame
    const at = this.#at
    const interactive =
      frame.legal.length > 0 &&
      !rules.hides &&
      !frame.view.position.includes('?')
    const seatOneBelow = bottomSeat(last) === 1
    const flipped = !solitaire(rules) && seatOneBelow !== this.#flipped
    Object.assign(root.dataset, {
      status: at.status,
      seat: last.seat ?? 'none',
      turn: frame.turn ?? 'none',
      ply: at.ply,
      conn: 'ok',
      rules: rules.id,
    })
    const tried = this.#variation?.length ?? null
    if (tried === null) delete root.dataset.line
    else root.dataset.line = String(tried)
    this.board.show(frame, { seat: frame.turn, flipped, interactive, animate })
    this.picks.set(interactive ? frame.legal : [])
    this.view.show(at, frame, tried, flipped)
    this.view.toolbar.show(this.#actions())
  }

  /** @returns {ToolbarAction[]} */
  #actions() {
    /** @type {ToolbarAction[]} */
    const list = ['copy', 'help']
    if (!solitaire(this.rules)) list.push(['flip', { pressed: this.#flipped }])
    const [next, ...others] = this.source.more
    return [...list, next, 'share', ['describe', { menu: true }], ...others]
  }

  /** Marks the compulsory moves while the reader looks; what cannot be asked stays unmarked. */
  async #markForced() {
    const { plies } = this.source
    const frame = (/** @type {number} */ ply) => this.#load(ply)
    const holds = () => !this.#left.signal.aborted
    const { moves } = this.view
    await markPastMoves(moves, this.board, { plies, frame }, holds).catch(
      () => {},
    )
  }

  /** @param {string} move */
  async #try(move) {
    const moves = [...(this.#variation ?? []), move]
    try {
      const frame = await loadVariation(this.rules, this.#at, moves)
      this.#variation = moves
      this.#draw(frame)
      this.services.say(t('replay.tried', { move: frame.told.at(-1) ?? move }))
    } catch (error) {
      const { detail } = /** @type {{ detail?: { rule?: string } }} */ (error)
      this.picks.set(this.#frame.legal)
      this.services.say(
        first([
          `${this.rules.family}.refused.${detail?.rule}`,
          'replay.failed',
        ]),
      )
    }
  }

  /** @param {import('./view.js').Step} act */
  #step(act) {
    if (act === 'first') return this.#goTo(0)
    if (act === 'last') return this.#goTo(this.last.ply)
    if (act === 'onward') return this.#goTo(this.#wanted + 1)
    return this.#variation
      ? this.#shorten(this.#variation)
      : this.#goTo(this.#wanted - 1)
  }

  /** Takes back the last move of the variation.
   * @param {string[]} variation */
  async #shorten(variation) {
    const moves = variation.slice(0, -1)
    if (!moves.length) return this.#goTo(this.#at.ply)
    const frame = await loadVariation(this.rules, this.#at, moves)
    this.#variation = moves
    this.#draw(frame)
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const act = KEYS[event.key]
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return
    const target = /** @type {Element} */ (event.target)
    if (target.closest('[role=grid], input, dialog')) return
    event.preventDefault()
    this.#step(act)
  }

  /** @param {string} act @param {HTMLElement} button */
  async #press(act, button) {
    const { rules, services } = this
    if (act === 'flip') {
      this.#flipped = !this.#flipped
      this.#draw(this.#frame)
    } else if (act === 'help') this.openHelp(rules, services)
    else if (act === 'describe') showPosition(this.board, this.#frame)
    else if (act === 'new-deal' || act === 'same-deal')
      await startDeal(act, rules, this.last, this.go).catch(() =>
        services.say(t('refused.failed')),
      )
    else if (act === 'check') await this.#check(button)
    else if (act === 'share')
      services.say(await share(this.source.address(this.#at.ply), name(rules)))
    else if (act === 'copy') await this.#copyPosition()
    else if (act === 'copy-game') await this.#copyGame()
  }

  /** @param {HTMLElement} button */
  async #check(button) {
    const { openCheck } = await import('./verify.js')
    if (this.last.game) await openCheck(this.last.game, this.rules, button)
  }

  async #copyGame() {
    const { text } = this.source
    if (!text) return
    const copied = await getText(text).then(copy, () => false)
    const url = new URL(text, location.href).href
    this.services.say(
      copied ? t('replay.copied.game') : t('replay.not_copied.game', { url }),
    )
  }

  async #copyPosition() {
    const { position } = this.#frame.view
    const copied = await copy(position)
    this.services.say(copied ? t('replay.copied', { position }) : position)
  }
}
