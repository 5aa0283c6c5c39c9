// Replay of a game, ply by ply (sources.js); the address contains the ply. At any position the reader may try moves, a
// variation: the server returns its positions and stores nothing.

import { setTitle } from '../app/header.js'
import { replace } from '../app/reading-places.js'
import { say } from '../core/announcer.js'
import { loadPart, MissingPart } from '../core/files.js'
import { name, solitaire } from '../core/games.js'
import { Refusal } from '../core/http.js'
import { first, t } from '../core/i18n.js'
import { loadBoard } from '../play/board-host.js'
import { shareChain } from '../play/chain-offers.js'
import { chainAt, chainsOf, longestChain, showsChains } from '../play/chains.js'
import { showKeys } from '../play/keys.js'
import { stepOfKey } from '../play/look-back.js'
import { MessageStrip } from '../play/message-strip.js'
import { bottomSeat, isBetweenPeople, readableText } from '../play/texts.js'
import { hasTurning } from '../solitaire/has-turning.js'
import { Autoplay } from './autoplay.js'
import { canAnalyse, pressReplay, replayActions } from './commands.js'
import { findMarks } from './marks.js'
import { PacedWrites } from './paced-writes.js'
import { stateAt, Variations } from './variations.js'
import { ReplayView } from './view.js'

export { playedGame, publishedGame } from './sources.js'

/** @import { Chain } from '../play/chains.js' */
/** @import { Step } from '../play/look-back.js' */
/** @import { Place } from './variations.js' */

/** Winning moves from the game's position at a ply. @typedef {{ ply: number, moves: string[] }} Solution */
/** @typedef {object} ReplayOptions
 * @property {HTMLElement} root
 * @property {ReplaySource} source
 * @property {Rules} rules
 * @property {Go} go
 * @property {(title: string) => void} ready
 * @property {OpenHelp} openHelp
 * @property {AbortSignal} signal aborted when the page is left */

/** Opens the replay at a ply; one beyond the game is its end. `analysed`: starts the analysis; `chained`: plays the chain of
 * compulsory moves that begins there once.
 * @param {ReplayOptions} options @param {number} ply @param {{ analysed?: boolean, chained?: boolean }} [wanted] */
export async function openReplay(options, ply, { analysed, chained } = {}) {
  const strip = new MessageStrip(options.signal)
  const [host] = await Promise.all([loadBoard(options.rules, strip.say), ReplayView.sheet()])
  const replay = new Replay(options, host, strip)
  await replay.open(ply, chained)
  if (analysed && canAnalyse(replay)) replay.analyse()
}

export class Replay {
  flipped = false // by the reader
  /** @type {State} the state on the board */
  frame
  /** @type {State} the state of the game; a variation begins at it */
  at
  /** @type {Place | null} the shown place of a variation */
  #place = null
  /** @type {import('./analysis.js').Analysis | null} once it was opened */
  analysis = null
  /** @type {import('./turning.js').TurningPoint | null} for a solitaire that was not won */
  turning = null
  /** @type {Solution | null} followed by the autoplay */
  #solution = null
  #wanted = 0 // the last requested ply
  #drawn = false
  #address = new PacedWrites(() => replace(this.source.address(this.at.ply)))
  /** @type {readonly boolean[]} by index, whether the move was compulsory; empty until it is known */
  #forced = []
  #playsChain = false

  /** @param {ReplayOptions} options @param {BoardHost} host
   * @param {MessageStrip} strip */
  constructor(options, host, strip) {
    this.left = options.signal
    this.root = options.root
    this.source = options.source
    this.last = options.source.last
    this.rules = options.rules
    this.go = options.go
    this.ready = options.ready
    this.openHelp = options.openHelp
    this.board = host.board
    this.picks = host.picks
    this.picks.asks = false
    this.services = host.services
    this.frame = this.last
    this.at = this.last
    this.variations = new Variations(this.rules)
    this.autoplay = new Autoplay({
      next: () => this.#playNext(),
      rewind: async () => {
        if (this.#wanted >= this.last.ply) await this.#goTo(0)
      },
    })
    this.view = new ReplayView(this.rules, this.board, this.source, strip, {
      slide: (ply) => this.#byHand(() => this.#goTo(ply, false)),
      goTo: (ply) => this.#byHand(() => this.#goTo(ply)),
      step: (act) => this.#byHand(() => this.#step(act)),
      goToPlace: (place) => this.#byHand(() => this.#showPlace(place)),
      leaveVariation: () => this.#byHand(() => this.#leaveVariation()),
      playChain: (chain) => this.#byHand(() => this.#playChain(chain)),
      shareChain: (chain) => this.#shareChain(chain),
      actions: () => replayActions(this),
      press: (act, button) => pressReplay(this, act, button),
      showKeys: () => showKeys(this.board, { ...this.frame, seat: null, acts: [] }),
      left: this.left,
      autoplay: this.autoplay,
    })
    this.#listen()
  }

  /** chained: whether the chain that begins there is played immediately.
   * @param {number} ply @param {boolean} [chained] */
  async open(ply, chained = false) {
    this.root.dataset.screen = 'replay'
    await this.#goTo(ply, false)
    if (canAnalyse(this)) this.view.offerAnalysis(() => this.analyse())
    this.ready(t('replay.title', { game: name(this.rules) }))
    this.#findTurning()
    this.#mark(chained ? ply : null)
  }

  #listen() {
    const { left: signal } = this
    this.picks.onmove = (move) => this.tryMove(move)
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const act = stepOfKey(event, this.board.element)
      if (!act) return
      event.preventDefault()
      this.#byHand(() => this.#step(act))
    }
    document.addEventListener('keydown', onKey, { signal })
    signal.addEventListener('abort', () => {
      this.autoplay.stop()
      this.#address.leave()
      this.board.leave?.()
    })
  }

  /** Carries out an act of the reader, which ends the autoplay.
   * @param {() => unknown} act */
  #byHand(act) {
    this.#stop()
    return act()
  }

  #stop() {
    this.autoplay.stop()
    this.#solution = null
  }

  // Position in the game.

  /** Shows the position at a ply. written: whether the address follows.
   * @param {number} ply @param {boolean} [written] */
  async #goTo(ply, written = true) {
    const { hidden } = this.source
    const end = this.last.ply
    const at = hidden ? end : Math.min(Math.max(ply, 0), end)
    if (hidden && at !== ply) this.services.say(hidden)
    this.#wanted = at
    const frame = await this.#load(at)
    if (this.#wanted !== at || this.left.aborted) return
    if (frame) {
      this.#place = null
      this.draw(frame)
      if (written) this.#address.change()
    } else {
      this.services.say(t('replay.failed'))
      if (!this.#drawn) this.draw(this.last)
      this.#wanted = this.at.ply
    }
  }

  /** Returns the position at a ply; null: it could not be loaded.
   * @param {number} ply */
  async #load(ply) {
    if (ply === this.last.ply) return this.last
    try {
      return await this.source.positions.at(ply, this.last.ply)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  /** @param {Step} act */
  #step(act) {
    if (act === 'first') return this.#goTo(0)
    if (act === 'last') return this.#goTo(this.last.ply)
    const by = act === 'next' ? 1 : -1
    if (!this.#place) return this.#goTo(this.#wanted + by)
    const { line, step } = this.#place
    if (step + by > line.moves.length) return undefined
    return step + by ? this.#showPlace({ line, step: step + by }) : this.#leaveVariation()
  }

  /** Goes one position forward; returns false at the end. */
  async #playNext() {
    if (this.#solution) return this.#playSolution(this.#solution)
    if (this.#wanted >= this.last.ply || this.#place) return false
    await this.#goTo(this.#wanted + 1)
    return this.#wanted < this.last.ply
  }

  /** Plays a solution move by move on the board: from the shown position if the game reaches the beginning of the solution
   * from there, else from that beginning. @param {Solution} solution */
  async showSolution(solution) {
    this.#stop()
    if (this.#place || this.at.ply > solution.ply) await this.#goTo(solution.ply)
    this.board.element.scrollIntoView({ block: 'nearest' })
    this.#solution = solution
    this.autoplay.start()
  }

  /** Goes one move forward on the way through a solution; returns whether there was one. @param {Solution} solution */
  async #playSolution({ ply, moves }) {
    if (!this.#place && this.#wanted < ply) {
      await this.#goTo(this.#wanted + 1)
      return true
    }
    const next = moves[this.tried.length]
    if (!next) return false
    try {
      const place = await this.variations.add(this.at, this.#place, next)
      if (this.#solution && !this.left.aborted) this.#showPlace(place)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.services.say(t('replay.failed'))
      return false
    }
  }

  // Variations.

  /** Returns the moves of the variation up to the shown position. */
  get tried() {
    return this.#place?.line.moves.slice(0, this.#place.step) ?? []
  }

  /** @param {Place} place */
  #showPlace(place) {
    this.#place = place
    this.at = place.line.from
    this.#wanted = this.at.ply
    this.draw(stateAt(place))
  }

  #leaveVariation() {
    return this.#goTo(this.at.ply)
  }

  /** Plays a move of the reader: the game's own next one goes on in the game, any other is a variation.
   * @param {string} move */
  async tryMove(move) {
    this.#stop()
    const next = this.source.positions.known(this.at.ply + 1)
    if (!this.#place && next?.last === move && next.told.length > this.at.told.length)
      return this.#goTo(next.ply)
    if (this.#isClosed() && this.frame.ply === this.last.ply) return this.#refuse('replay.in_play')
    try {
      const place = await this.variations.add(this.at, this.#place, move)
      if (this.left.aborted) return
      this.#showPlace(place)
      const told = readableText(this.board, this.frame.told.at(-1) ?? move)
      say(t('replay.tried', { move: told }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const failed = error.code === 'in_play' ? 'replay.in_play' : 'replay.failed'
      this.#refuse(`${this.rules.family}.refused.${error.detail.rule}`, failed)
    }
  }

  /** Plays these moves in a row from the shown position, as far as they can be tried.
   * @param {string[]} moves */
  async tryLine(moves) {
    for (const move of moves) {
      const before = this.frame
      await this.tryMove(move)
      if (this.frame === before || this.left.aborted) return
    }
  }

  /** Clears the picked tokens and says why the move cannot be tried. @param {string[]} keys the first known one is used */
  #refuse(...keys) {
    this.picks.set(this.frame.legal)
    this.services.say(first(keys))
  }

  /** Whether the game is still being played by people: no move may be tried from its newest position. */
  #isClosed() {
    return this.last.status === 'live' && isBetweenPeople(this.last)
  }

  // Drawing.

  /** @param {State} frame one of the game, or of the variation */
  draw(frame) {
    const { rules, root, last } = this
    const animate = this.#drawn
    this.frame = frame
    if (!this.#place) this.at = frame
    const { at } = this
    const interactive =
      frame.legal.length > 0 && !rules.hides && !frame.view?.position.includes('?')
    const seatOneBelow = bottomSeat(last) === 1
    const flipped = !solitaire(rules) && seatOneBelow !== this.flipped
    Object.assign(root.dataset, {
      status: at.status,
      seat: last.seat ?? 'none',
      turn: frame.turn ?? 'none',
      ply: at.ply,
      conn: 'ok',
      rules: rules.id,
    })
    if (this.#place) root.dataset.line = String(this.#place.step)
    else delete root.dataset.line
    this.view.show({ at, frame, place: this.#place, lines: this.variations.lines, flipped })
    if (!this.#drawn) this.view.open(root) // before the board, which measures itself
    this.#drawn = true
    const closed = this.#isClosed()
    const how = { seat: frame.turn, flipped, interactive, animate, closed }
    this.board.show(frame, how)
    this.picks.set(interactive ? frame.legal : [])
    this.analysis?.show()
    this.#offerChain()
  }

  // Chains of compulsory moves.

  /** Offers the chain that contains the position, else the longest of the game. */
  #offerChain() {
    if (!showsChains(this.last) || this.#playsChain) return
    const made = this.at.told.length
    const here = chainsOf(this.#forced).find(
      ({ first, count }) => first <= made && made <= first + count,
    )
    this.view.chain.value = here ?? longestChain(this.#forced)
  }

  /** Returns the ply after that many moves. @param {number} made */
  #plyAfter(made) {
    const { plies } = this.source
    return made < plies.length ? plies[made] - 1 : (plies[made - 1] ?? 0)
  }

  /** @param {Chain} chain */
  async #playChain(chain) {
    if (this.#playsChain) return
    const { board } = this
    const { strip } = this.view
    this.#playsChain = true
    const end = this.#plyAfter(chain.first + chain.count)
    const stage = {
      board,
      strip,
      frame: (/** @type {number} */ made) =>
        this.source.positions.at(this.#plyAfter(made), this.last.ply),
      show: (/** @type {number} */ made) => this.#goTo(this.#plyAfter(made), false),
      end: () => this.#goTo(end),
    }
    try {
      const part = loadPart(() => import('../play/chain-player.js'))
      await (await part).playChain(chain, stage, this.left)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(error instanceof MissingPart)) this.services.say(t('replay.failed'))
    } finally {
      this.#playsChain = false
      if (!this.left.aborted) this.#offerChain()
    }
  }

  /** @param {Chain} chain */
  async #shareChain(chain) {
    const path = this.source.address(this.#plyAfter(chain.first), chain.count)
    this.services.say(await shareChain(path, this.rules, chain))
  }

  /** Loads where a lost solitaire was lost, if it can be loaded. */
  async #findTurning() {
    const { rules, last, source, view } = this
    const { game } = source
    if (!hasTurning(rules, last) || source.hidden || !game || !last.ply) return
    try {
      const { TurningPoint } = await loadPart(() => import('./turning.js'), {
        quiet: true,
      })
      if (this.left.aborted) return
      this.turning = new TurningPoint(this)
      view.turning.value = this.turning.section
      await this.turning.run(game)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Shows the analysis, loaded on first use, and scrolls to it. */
  async analyse() {
    if (!this.analysis) {
      const { Analysis } = await loadPart(() => import('./analysis.js'))
      if (this.left.aborted) return
      this.analysis ??= new Analysis(this)
      this.view.analysis.value = this.analysis.panel
      this.analysis.run()
    }
    this.analysis.opened.value += 1
  }

  /** Marks the highlights once all positions are loaded; what cannot be loaded stays unmarked.
   * @param {number | null} ply of the chain that is played immediately */
  async #mark(ply) {
    const { board, source } = this
    const { plies, positions, forced, hidden } = source
    if (forced) return this.#showMarks({ forced, moments: source.moments })
    if (hidden || !(board.forced || board.moment)) return
    try {
      const end = this.last.ply
      const found = await findMarks(board, plies, (ply) => positions.at(ply, end))
      if (this.left.aborted) return
      this.#showMarks(found)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return
    }
    const asked = ply === null ? null : chainAt(this.#forced, plies, ply)
    if (!asked || !showsChains(this.last)) return
    const { count } = asked
    setTitle(t('chain.title', { count, game: name(this.rules) }))
    await this.#playChain(asked)
  }

  /** @param {import('./marks.js').Findings} found */
  #showMarks(found) {
    this.#forced = found.forced
    this.view.mark(found)
    this.#offerChain()
  }
}
