// Replay of a game, ply by ply (sources.js); the address contains the ply. At any position the reader may try moves, a
// variation: the server returns its positions and stores nothing.

import { setTitle } from '../../app/header.js'
import { replace } from '../../app/reading-places.js'
import { say } from '../../core/announcer.js'
import { loadPart, MissingPart } from '../../core/files.js'
import { name, solitaire } from '../../core/games.js'
import { Refusal } from '../../core/http.js'
import { first, t } from '../../core/i18n.js'
import { follow } from '../../kit/follow.js'
import { mount } from '../../kit/page.js'
import { computed, createRef, html, signal } from '../../vendor/preact.js'
import { loadBoard } from '../board-host.js'
import { shareChain } from '../chain-offers.js'
import { chainAt, chainsOf, longestChain, showsChains } from '../chains.js'
import { stepOfKey } from '../look-back.js'
import { MessageStrip } from '../message-strip.js'
import { MoveList } from '../move-list.js'
import { PlayerBars } from '../player-bars.js'
import { hasTurning } from '../solitaire/has-turning.js'
import { bottomSeat, firstSeat, isBetweenPeople, readableText } from '../texts.js'
import { Autoplay } from './autoplay.js'
import { canAnalyse } from './commands.js'
import { findMarks } from './marks.js'
import { PacedWrites } from './paced-writes.js'
import { stateAt, Variations } from './variations.js'
import { loadSheets, ReplayTable, trying } from './view.js'

export { playedGame, publishedGame } from './sources.js'

/** @import { Chain } from '../chains.js' */
/** @import { Step } from '../look-back.js' */
/** @import { Place } from './variations.js' */

/** `at`: the state of the game; `frame`: the one on the board, the same or that of a variation from it; `place`: the shown
 * place of the variation.
 * @typedef {{ at: State, frame: State, place: Place | null }} Shown */
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
  const [host] = await Promise.all([loadBoard(options.rules, strip), loadSheets()])
  const replay = new Replay(options, host, strip)
  await replay.open(ply, chained)
  if (analysed && canAnalyse(replay)) replay.analyse()
}

export class Replay {
  /** @type {import('@preact/signals').Signal<Shown>} */
  #shown
  flipped = signal(false) // by the reader
  /** Once it was opened. */
  analysis = signal(/** @type {import('./analysis.js').Analysis | null} */ (null))
  /** Of a solitaire that was not won. */
  turning = signal(/** @type {import('./turning.js').TurningPoint | null} */ (null))
  /** The highlights, as far as they are known. */
  findings = signal(/** @type {import('./marks.js').Findings} */ ({ forced: [], moments: [] }))
  /** The chain that contains the position, else the longest of the game; null: none is offered. */
  chain = computed(() => (showsChains(this.last) ? this.#chainHere() : null))
  /** The slider of the plies. */
  range = /** @type {{ current: HTMLElement | null }} */ (createRef())
  /** @type {Solution | null} followed by the autoplay */
  #solution = null
  #wanted // the last requested ply
  #address = new PacedWrites(() => replace(this.source.address(this.at.ply)))
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
    this.strip = strip
    this.#shown = signal({ at: this.last, frame: this.last, place: null })
    this.#wanted = this.last.ply
    this.variations = new Variations(this.rules)
    this.players = new PlayerBars(this.rules, () => {}, this.board, this.left)
    this.moves = new MoveList(this.rules.seats.length)
    this.autoplay = new Autoplay({
      next: () => this.#playNext(),
      rewind: async () => {
        if (this.#wanted >= this.last.ply) await this.#goTo(0)
      },
    })
    this.#listen()
  }

  /** The state of the game; a variation begins at it. */
  get at() {
    return this.#shown.value.at
  }

  /** The state on the board. */
  get frame() {
    return this.#shown.value.frame
  }

  /** The shown place of a variation, or null. */
  get place() {
    return this.#shown.value.place
  }

  /** Whether the second seat is at the bottom of the board. */
  get isTurned() {
    const seatOneBelow = bottomSeat(this.last) === 1
    return !solitaire(this.rules) && seatOneBelow !== this.flipped.value
  }

  /** chained: whether the chain that begins there is played immediately.
   * @param {number} ply @param {boolean} [chained] */
  async open(ply, chained = false) {
    const { root, left } = this
    root.dataset.screen = 'replay'
    await this.#goTo(ply, false)
    if (left.aborted) return
    follow(
      left,
      () => this.at,
      (at) => this.#takeOver(at),
    )
    const { leave } = mount(root, html`<${ReplayTable} replay=${this} />`) // before the board, which measures itself
    left.addEventListener('abort', leave)
    this.#follow()
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

  // What follows the signals.

  /** Hands the game's shown position to the clocks and the move list. @param {State} at */
  #takeOver(at) {
    this.moves.take(this.last.told, firstSeat(at))
    this.players.take(this.asShown(at))
  }

  #follow() {
    const { root, board, picks, left, last } = this
    let animate = false
    follow(
      left,
      () => ({ frame: this.frame, flipped: this.isTurned }),
      ({ frame, flipped }) => {
        const interactive = this.#mayTry(frame)
        const closed = this.#isClosed()
        board.show(frame, { seat: frame.turn, flipped, interactive, animate, closed })
        picks.set(interactive ? frame.legal : [])
        animate = true
      },
    )
    follow(
      left,
      () => this.#shown.value,
      ({ at, frame, place }) => {
        Object.assign(root.dataset, {
          status: at.status,
          seat: last.seat ?? 'none',
          turn: frame.turn ?? 'none',
          ply: at.ply,
          conn: 'ok',
          rules: this.rules.id,
        })
        if (place) root.dataset.line = String(place.step)
        else delete root.dataset.line
      },
    )
    follow(
      left,
      () => trying(this) ?? this.analysis.value?.remark.value ?? null,
      (notice) => this.strip.notice(notice),
    )
  }

  /** Whether the reader may try moves at a position. @param {State} frame */
  #mayTry(frame) {
    return frame.legal.length > 0 && !this.rules.hides && !frame.view?.position.includes('?')
  }

  /** Returns a state of the game as the bars show it: with the turn of the board, and stopped clocks; presence does not matter
   * in a replay. @param {State} at @returns {State} */
  asShown(at) {
    return {
      ...at,
      seat: null,
      turn: this.frame.turn,
      clock: at.clock && { ...at.clock, running: null },
      players: this.last.players.map((player) => player && { ...player, online: undefined }),
    }
  }

  /** Carries out an act of the reader, which ends the autoplay.
   * @param {() => unknown} act */
  #byHand(act) {
    this.#stop()
    return act()
  }

  /** Goes to a ply for the reader. `written`: whether the address follows. @param {number} ply @param {boolean} [written] */
  goTo = (ply, written = true) => this.#byHand(() => this.#goTo(ply, written))

  /** @param {Step} act */
  step = (act) => this.#byHand(() => this.#step(act))

  /** Goes to a place of a variation. @param {Place} place */
  goToPlace = (place) => this.#byHand(() => this.#showPlace(place))

  /** Goes back from a variation to the game. */
  leaveVariation = () => this.#byHand(() => this.#leaveVariation())

  /** @param {Chain} chain */
  playChain = (chain) => this.#byHand(() => this.#playChain(chain))

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
      this.#shown.value = { at: frame, frame, place: null }
      if (written) this.#address.change()
    } else {
      this.services.say(t('replay.failed'))
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
    if (!this.place) return this.#goTo(this.#wanted + by)
    const { line, step } = this.place
    if (step + by > line.moves.length) return undefined
    return step + by ? this.#showPlace({ line, step: step + by }) : this.#leaveVariation()
  }

  /** Goes one position forward; returns false at the end. */
  async #playNext() {
    if (this.#solution) return this.#playSolution(this.#solution)
    if (this.#wanted >= this.last.ply || this.place) return false
    await this.#goTo(this.#wanted + 1)
    return this.#wanted < this.last.ply
  }

  /** Plays a solution move by move on the board: from the shown position if the game reaches the beginning of the solution
   * from there, else from that beginning. @param {Solution} solution */
  async showSolution(solution) {
    this.#stop()
    if (this.place || this.at.ply > solution.ply) await this.#goTo(solution.ply)
    this.board.element.scrollIntoView({ block: 'nearest' })
    this.#solution = solution
    this.autoplay.start()
  }

  /** Goes one move forward on the way through a solution; returns whether there was one. @param {Solution} solution */
  async #playSolution({ ply, moves }) {
    if (!this.place && this.#wanted < ply) {
      await this.#goTo(this.#wanted + 1)
      return true
    }
    const next = moves[this.tried.length]
    if (!next) return false
    try {
      const place = await this.variations.add(this.at, this.place, next)
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
    return this.place?.line.moves.slice(0, this.place.step) ?? []
  }

  /** @param {Place} place */
  #showPlace(place) {
    this.#shown.value = { at: place.line.from, frame: stateAt(place), place }
    this.#wanted = this.at.ply
  }

  #leaveVariation() {
    return this.#goTo(this.at.ply)
  }

  /** Plays a move of the reader: the game's own next one goes on in the game, any other is a variation.
   * @param {string} move */
  async tryMove(move) {
    this.#stop()
    const next = this.source.positions.known(this.at.ply + 1)
    if (!this.place && next?.last === move && next.told.length > this.at.told.length)
      return this.#goTo(next.ply)
    if (this.#isClosed() && this.frame.ply === this.last.ply) return this.#refuse('replay.in_play')
    try {
      const place = await this.variations.add(this.at, this.place, move)
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

  // Chains of compulsory moves.

  #chainHere() {
    const { forced } = this.findings.value
    const made = this.at.told.length
    const here = chainsOf(forced).find(({ first, count }) => first <= made && made <= first + count)
    return here ?? longestChain(forced)
  }

  /** Returns the ply after that many moves. @param {number} made */
  #plyAfter(made) {
    const { plies } = this.source
    return made < plies.length ? plies[made] - 1 : (plies[made - 1] ?? 0)
  }

  /** @param {Chain} chain */
  async #playChain(chain) {
    if (this.#playsChain) return
    const { board, strip } = this
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
      const part = loadPart(() => import('../chain-player.js'))
      await (await part).playChain(chain, stage, this.left)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!(error instanceof MissingPart)) this.services.say(t('replay.failed'))
    } finally {
      this.#playsChain = false
    }
  }

  /** @param {Chain} chain */
  shareChain = async (chain) => {
    const path = this.source.address(this.#plyAfter(chain.first), chain.count)
    this.services.say(await shareChain(path, this.rules, chain))
  }

  /** Loads where a lost solitaire was lost, if it can be loaded. */
  async #findTurning() {
    const { rules, last, source } = this
    const { game } = source
    if (!hasTurning(rules, last) || source.hidden || !game || !last.ply) return
    try {
      const { TurningPoint } = await loadPart(() => import('./turning.js'), {
        quiet: true,
      })
      if (this.left.aborted) return
      this.turning.value = new TurningPoint(this)
      await this.turning.value.run(game)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Shows the analysis, loaded on first use, and scrolls to it. */
  async analyse() {
    if (!this.analysis.value) {
      const { Analysis } = await loadPart(() => import('./analysis.js'))
      if (this.left.aborted) return
      this.analysis.value ??= new Analysis(this)
      this.analysis.value.run()
    }
    this.analysis.value.opened.value += 1
  }

  /** Marks the highlights once all positions are loaded; what cannot be loaded stays unmarked.
   * @param {number | null} ply of the chain that is played immediately */
  async #mark(ply) {
    const { board, source } = this
    const { plies, positions, forced, hidden } = source
    if (forced) return this.#showMarks({ forced, moments: source.moments })
    if (hidden || !(board.forced || board.words.moment)) return
    try {
      const end = this.last.ply
      const found = await findMarks(board, plies, (ply) => positions.at(ply, end))
      if (this.left.aborted) return
      this.#showMarks(found)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return
    }
    const asked = ply === null ? null : chainAt(this.findings.value.forced, plies, ply)
    if (!asked || !showsChains(this.last)) return
    const { count } = asked
    setTitle(t('chain.title', { count, game: name(this.rules) }))
    await this.#playChain(asked)
  }

  /** @param {import('./marks.js').Findings} found */
  #showMarks(found) {
    this.findings.value = found
    for (const [index, forced] of found.forced.entries()) this.moves.mark(index, forced)
    for (const [index, text] of found.seen?.entries() ?? [])
      if (text) this.moves.reword(index, text)
  }
}
