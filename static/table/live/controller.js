// Controller of a live table, for players and spectators. The state, the position on the board and what the player has chosen
// are signals; board, bars and buttons follow them. Acts of the player go through the socket, and the table changes only
// after the server's answer.

import { alert, forgetSentences } from '../../core/announcer.js'
import { isTaught } from '../../core/bots.js'
import { closest, focused } from '../../core/dom.js'
import { loadPart, prepare, sheet } from '../../core/files.js'
import { solitaire } from '../../core/games.js'
import { Refusal } from '../../core/http.js'
import { first, t } from '../../core/i18n.js'
import { settings } from '../../core/settings.js'
import { cue } from '../../core/sound.js'
import { follow } from '../../kit/follow.js'
import { mount } from '../../kit/page.js'
import { GameSocket } from '../../live/game-socket.js'
import { computed, html, signal } from '../../vendor/preact.js'
import { tableActions } from '../actions.js'
import { loadBoard } from '../board-host.js'
import { listenToKeys, showKeys } from '../keys.js'
import { LookBack } from '../look-back.js'
import { MessageStrip } from '../message-strip.js'
import { MoveList } from '../move-list.js'
import { PlayerBars } from '../player-bars.js'
import { sameScreenWay } from '../same-screen.js'
import {
  bottomSeat,
  firstSeat,
  isBetweenPeople,
  isYourTurn,
  playsBothSides,
  readableText,
} from '../texts.js'
import { announceOpening, announceState, hasBegun, warnNearlyFull } from './announcements.js'
import { coachLine } from './coach.js'
import { Commands } from './commands.js'
import { confirmBar } from './confirm-bar.js'
import { Ending } from './ending.js'
import { mayPremove, Premoves } from './premove.js'
import { followTitle, titleText } from './title.js'
import { whyUnreachable } from './unreachable.js'
import { LiveTable } from './view.js'

const REASON_ATTEMPTS = 3 // failed ones, after which the reason is requested

/** The parts of a table that not every game needs; null: this one does not.
 * @typedef {object} Parts
 * @property {typeof import('./people.js') | null} people
 * @property {typeof import('../solitaire/controls.js') | null} alone
 * @property {typeof import('./warning.js') | null} warning
 * @property {(typeof import('./forced.js') & typeof import('../chain-offers.js')) | null} chains */

/** Opens the table with the known state; the socket then connects.
 * @param {TableOptions} options */
export async function openTable(options) {
  const { signal: left, rules, state } = options
  const strip = new MessageStrip(left, () => table.withdraw())
  const alone = solitaire(rules)
  const [host, people, controls, warning] = await Promise.all([
    loadBoard(rules, strip),
    alone ? null : loadPart(() => import('./people.js')),
    alone ? loadPart(() => import('../solitaire/controls.js')) : null,
    isTaught(state) ? loadPart(() => import('./warning.js')) : null,
    sheet('/static/table/look-back.css'),
  ])
  const chains = host.board.forced ? await loadChains() : null
  left.throwIfAborted() // a table that was left meanwhile must not change the next page
  const table = new TableController(options, host, strip, {
    people,
    alone: controls,
    warning,
    chains,
  })
  table.open()
}

async function loadChains() {
  const [forced, offers] = await Promise.all([
    loadPart(() => import('./forced.js')),
    loadPart(() => import('../chain-offers.js')),
    prepare('table/chain-offers'),
  ])
  return { ...forced, ...offers }
}

export class TableController {
  /** How often the field for a typed move was opened. */
  typing = signal(0)
  #flipped = signal(false) // by the player
  #isFlipped = computed(() => this.#flips(this.game.state))
  #isFace = computed(() => this.#sameScreen(this.game.state) === 'face')
  #wasLost = false

  /** @param {TableOptions} options @param {BoardHost} host @param {MessageStrip} strip @param {Parts} parts */
  constructor(options, host, strip, parts) {
    const { root, id, rules, go, ready, openHelp, signal: left } = options
    const { board, picks, services } = host
    this.root = root
    this.id = id
    this.rules = rules
    this.go = go
    this.ready = ready
    this.openHelp = openHelp
    this.left = left
    this.board = board
    this.picks = picks
    this.services = services
    this.strip = strip
    this.alone = parts.alone
    this.game = new GameSocket(id, this.#handlers(), options.state)
    const { game } = this
    this.commands = new Commands({ rules, board, say: services.say, go, game })
    this.lookBack = new LookBack(rules, game, board.element, services.say, left)
    this.premoves = new Premoves(host, (move) => {
      strip.clear() // it said how to take the premove back
      this.#keep(move)
    })
    this.players = new PlayerBars(rules, services.say, board, left)
    this.moves = new MoveList(rules.seats.length)
    this.ending = new Ending(rules, game, board, strip, this.press, left)
    this.dock = this.ending.place
    this.coach = coachLine(rules, board, strip, ({ currentTarget }) =>
      this.press('lesson', currentTarget),
    )
    confirmBar(services, board, strip, game)
    this.warning =
      parts.warning && new parts.warning.LineOfWarning(board, strip, game, this.press, left)
    this.people = parts.people && new parts.people.People(this)
    this.marks = parts.chains && this.#markChains(parts.chains)
    this.solitaire = parts.alone && new parts.alone.SolitaireControls(this)
    this.ending.rematch = this.people?.rematch
    this.noteInTitle = followTitle(rules, game, left)
    left.addEventListener('abort', () => {
      game.close()
      board.leave?.()
    })
    this.#listen()
    follow(
      left,
      () => game.played,
      (state) => this.#takeOver(state),
    )
  }

  /** The newest state. */
  get state() {
    return this.game.state
  }

  /** Whether the board is turned. */
  get flipped() {
    return this.#isFlipped.value
  }

  /** Whether the far side's pieces are upside down. */
  get face() {
    return this.#isFace.value
  }

  open() {
    const { root, rules, board, services, left, state } = this
    const { leave } = mount(root, html`<${LiveTable} table=${this} />`) // before the board, which measures itself
    left.addEventListener('abort', leave)
    if (state.status === 'ended') this.ending.showAtOnce()
    this.#follow()
    this.coach.show(state)
    this.warning?.onState()
    root.dataset.conn = 'down'
    this.ready(titleText(rules, state))
    forgetSentences()
    announceOpening(rules, state, board)
    warnNearlyFull(null, state, services.say)
  }

  /** @param {NonNullable<Parts['chains']>} parts */
  #markChains({ ForcedMarks, LiveChains }) {
    const { board, strip, lookBack, rules, game, moves, services, left } = this
    const position = (/** @type {number} */ made) => lookBack.position(made)
    const chains = new LiveChains(
      rules,
      game,
      services.say,
      moves,
      {
        board,
        strip,
        frame: position,
        show: (made) => lookBack.goTo(made, false),
        end: () => lookBack.end(false),
      },
      left,
    )
    this.ending.chains = chains.row
    return new ForcedMarks(moves, board, position, left)
  }

  #listen() {
    const { picks, strip, left } = this
    picks.onmove = (move) => this.#play(move)
    let picked = 0
    picks.on(() => {
      strip.pending(picks.pending !== null && !picks.ahead)
      if (picks.words.length > picked) strip.clear()
      picked = picks.words.length
    })
    document.addEventListener('keydown', (event) => this.#onEscape(event), { signal: left })
    listenToKeys(this.board, (act) => this.#turnBack(act), left)
  }

  /** @returns {SocketHandlers} */
  #handlers() {
    return {
      onstate: (state, before) => this.#onState(state, before),
      onrefused: (frame) => this.#onRefused(frame),
      onchat: (line) => this.people?.onLine(line),
      onconn: (conn) => this.#onConn(conn),
      onfailed: (attempts) => this.#onFailed(attempts),
      onlost: () => this.services.say(t('move.gone')),
    }
  }

  // What follows the signals.

  /** Hands a new state to the clocks and the move list. @param {State} state */
  #takeOver(state) {
    this.players.take(state)
    this.moves.take(state.told, firstSeat(state))
    this.marks?.mark(state)
  }

  #follow() {
    const { root, board, game, lookBack, warning, premoves, left } = this
    let animate = false
    follow(
      left,
      () => this.#picture(),
      ({ frame, ...how }) => {
        board.show(frame, { ...how, confirm: true, animate })
        animate = true
      },
    )
    follow(
      left,
      () => [game.played, game.kept, lookBack.frame, premoves.chosen, settings.get('premove')],
      () => this.#offerMoves(),
    )
    follow(
      left,
      () => settings.get('premove'),
      () => premoves.follow(game.state),
    )
    follow(
      left,
      () => /** @type {const} */ ([game.played, lookBack.made]),
      ([state, made]) => {
        if (made === null) delete root.dataset.back
        else root.dataset.back = String(made)
        Object.assign(root.dataset, {
          screen: 'table',
          status: state.status,
          seat: state.seat ?? 'none',
          turn: state.turn ?? 'none',
          ply: state.ply,
          rules: this.rules.id,
        })
      },
    )
    if (!warning) return
    follow(
      left,
      () => (lookBack.frame ? [] : warning.arrows),
      (arrows) => board.draw?.pointAt?.(arrows),
    )
  }

  /** What the board shows, and how. */
  #picture() {
    const { played: state } = this.game
    const { frame } = this.lookBack
    settings.get('confirm') // boards read it when they show a position
    return {
      frame: frame ?? this.warning?.frame ?? state,
      seat: state.seat,
      side: playsBothSides(state) ? null : state.seat,
      flipped: this.flipped,
      interactive: frame === null && (isYourTurn(state) || this.#mayPremove(state)),
      closed: state.status === 'live' && isBetweenPeople(state),
    }
  }

  /** Lets the player choose a move, or a premove; none during a look back. */
  #offerMoves() {
    const { game, lookBack, picks, premoves } = this
    const state = game.played
    const isNow = lookBack.frame === null
    if (isNow && this.#mayPremove(state)) return premoves.offer(state)
    const legal = isNow && isYourTurn(state) ? state.legal : []
    picks.set(legal, { pending: game.kept?.move ?? null })
  }

  /** @param {State} state */
  #mayPremove(state) {
    return !this.alone && mayPremove(state)
  }

  /** @param {State} state */
  #flips(state) {
    const turns = this.#sameScreen(state) === 'turn' && state.status === 'live'
    const below = turns ? state.turn : bottomSeat(state)
    return !this.alone && (below === 1) !== this.#flipped.value
  }

  /** @param {State} state */
  #sameScreen(state) {
    const both = state.seat !== null && playsBothSides(state)
    return both ? sameScreenWay() : 'fixed'
  }

  /** The buttons of the toolbar. */
  actions() {
    const docked = this.ending.due.value
    return (
      this.solitaire?.actions(docked) ??
      tableActions(this.rules, this.state, {
        flipped: this.#flipped.value,
        docked,
        unread: this.people?.unread ?? 0,
      })
    )
  }

  // Messages of the server.

  /** Tells what a state has changed, once it is shown. @param {State} state @param {State} before */
  #onState(state, before) {
    const { rules, services, board } = this
    if (state.status !== before.status) this.strip.clear()
    this.premoves.follow(state)
    if (hasBegun(before, state)) this.noteInTitle(t('table.title.begun'))
    this.coach.show(state)
    this.#nameSeen(before)
    announceState(rules, before, state, services, board, this.coach.hints)
    warnNearlyFull(before, state, services.say)
    this.solitaire?.onState(before, state)
    this.warning?.onState()
    if (state.status === 'ended' && before.status !== 'ended') this.#onEnd()
    this.commands.onState()
    this.people?.onState(before, state)
  }

  /** Adds to the newest move in the list what the viewer has seen of it.
   * @param {State} before */
  #nameSeen(before) {
    const { told } = this.state
    const text =
      told.length === before.told.length + 1 && this.board.words.seen?.(before, this.state)
    if (text) this.moves.reword(told.length - 1, text)
  }

  #onEnd() {
    this.lookBack.end()
    this.picks.clear()
    this.commands.drop()
    this.ending.show()
    this.#nameHidden()
  }

  /** Names in the list the cards that the game hid until its end. */
  async #nameHidden() {
    const { seen } = this.board.words
    if (!this.rules.hides || !seen) return
    try {
      let before = await this.lookBack.position(0)
      for (const index of this.state.told.keys()) {
        const after = await this.lookBack.position(index + 1)
        const text = seen(before, after)
        if (text) this.moves.reword(index, text)
        before = after
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** @param {Refused} frame */
  #onRefused(frame) {
    const { re, why, detail } = frame
    if (re === 'chat' || re === 'hide') return this.people?.onLineRefused(frame)
    this.commands.drop()
    this.solitaire?.stop()
    const rule = detail?.rule ?? why
    this.services.say(
      first([
        `${this.rules.family}.refused.${rule}`,
        `refused.${rule}`,
        `refused.${why}`,
        'refused.failed',
      ]),
    )
    cue('wrong')
  }

  /** @param {Conn} conn */
  #onConn(conn) {
    this.root.dataset.conn = conn
    this.strip.conn(conn, this.game.kept)
    if (conn === 'stalled') alert(t('conn.stalled'))
    if (conn === 'ok' && this.#wasLost) this.services.say(t('conn.ok'))
    if (conn === 'ok') this.people?.onConnected()
    else this.commands.drop()
    this.#wasLost = conn !== 'ok'
  }

  /** Requests the reason after several failed attempts to connect. @param {number} attempts */
  async #onFailed(attempts) {
    if (attempts !== REASON_ATTEMPTS) return
    const why = await whyUnreachable(this.id)
    if (why && this.game.conn !== 'ok') this.services.alert(why)
  }

  // Acts of the player.

  /** @param {string} act @param {HTMLElement} button */
  press = (act, button) => {
    if (act === 'undo' || act === 'redo') return this.#turnBack(act)
    if (act === 'auto') this.lookBack.end()
    if (this.solitaire?.press(act, button)) return undefined
    if (act === 'flip') return this.#flip()
    if (act === 'first' || act === 'last') return this.lookBack.step(act)
    if (act === 'type') return this.#type()
    if (act === 'chat') return this.people?.talk()
    if (act === 'help' || act === 'lesson') return this.#openHelp(act === 'lesson')
    return this.commands.press(act, button)
  }

  /** @param {boolean} lessons */
  #openHelp(lessons) {
    const { rules, services, go, state } = this
    const over = state.status === 'ended' ? undefined : 'game'
    return this.openHelp(rules, services, { go, over, lessons })
  }

  #flip() {
    this.#flipped.value = !this.#flipped.value
  }

  #type() {
    this.typing.value += 1
  }

  /** @param {string} act undo or redo */
  #turnBack(act) {
    this.strip.clear() // it may still tell of the last one
    this.lookBack.end()
    this.solitaire?.stop()
    this.commands.enqueue(act)
  }

  /** Gives a legal move to the socket, which sends it; false: another one waits there. @param {string} move */
  #keep(move) {
    const [, notation = move] = this.state.legal.find(([legal]) => legal === move) ?? []
    return this.game.keep(move, notation)
  }

  /** @param {string} move */
  #play(move) {
    const { game, picks } = this
    if (picks.ahead) return this.premoves.choose(move, this.state)
    if (!this.#keep(move)) return this.#offerMoves()
    this.solitaire?.onOwnMove()
    if (game.conn !== 'ok') this.strip.conn(game.conn, game.kept)
  }

  /** Handles keys of the board that are commands of the table.
   * @param {string} key */
  ask(key) {
    const { state, board } = this
    const { say } = this.services
    const last = state.told.at(-1)
    if (key === 'last')
      say(last ? t('table.last', { move: readableText(board, last) }) : t('table.moves.none'))
    if (key === 'clocks') say(this.players.spokenClocks())
    if (key === 'forced') say(this.#compulsion())
    if (key === 'type') this.#type()
    if (key === 'keys') showKeys(board, state)
    if (['auto', 'undo', 'same-deal', 'give-up'].includes(key))
      this.press(key, focused() ?? this.root)
  }

  #compulsion() {
    const { board, state } = this
    const none = board.forced ? 'board.nothing_forced' : 'board.no_compulsion'
    return board.words.call?.(state) || t(none)
  }

  /** Takes back the premove, or a kept move that has not been sent; false: there is neither.
   * Also while an earlier position is shown. */
  withdraw() {
    const { game } = this
    if (this.premoves.withdraw()) return true
    if (!game.withdraw()) return false
    this.strip.conn(game.conn, null)
    this.services.say(t('move.withdrawn'))
    return true
  }

  /** Takes a move back, or else ends a look back. @param {KeyboardEvent} event */
  #onEscape(event) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (closest(event, 'dialog:modal')) return
    if (this.withdraw() || this.lookBack.end()) event.preventDefault()
  }
}
