// Controller of a live table, for players and spectators. Each received state replaces the one before. Acts of the player go
// through the socket, and the table changes only after the server's answer.

import { alert } from '../core/announcer.js'
import { isTaught } from '../core/bots.js'
import { closest, focused } from '../core/dom.js'
import { loadPart, prepare, sheet } from '../core/files.js'
import { solitaire } from '../core/games.js'
import { first, t } from '../core/i18n.js'
import { settings } from '../core/settings.js'
import { cue } from '../core/sound.js'
import { tableActions } from '../play/actions.js'
import { loadBoard } from '../play/board-host.js'
import { listenToKeys, showKeys } from '../play/keys.js'
import { LookBack } from '../play/look-back.js'
import { MessageStrip } from '../play/message-strip.js'
import { sameScreenWay } from '../play/same-screen.js'
import {
  bottomSeat,
  hiddenText,
  isBetweenPeople,
  isYourTurn,
  playsBothSides,
  readableText,
} from '../play/texts.js'
import { announceState, hasBegun, warnNearlyFull } from './announcements.js'
import { Commands } from './commands.js'
import { Ending } from './ending.js'
import { GameSocket } from './game-socket.js'
import { mayPremove, Premoves } from './premove.js'
import { applyPresence } from './step.js'
import { TableView } from './table-view.js'
import { followTitle, titleText } from './title.js'
import { whyUnreachable } from './unreachable.js'

const REASON_ATTEMPTS = 3 // failed ones, after which the reason is requested
const REDRAW_SETTINGS = ['premove', 'confirm', 'same-screen'] // that change what the table shows

/** Opens the table with the known state; the socket then connects.
 * @param {TableOptions} options */
export async function openTable(options) {
  const { signal: left } = options
  const strip = new MessageStrip(left, () => table.withdraw())
  const alone = solitaire(options.rules)
  const [host, people, controls] = await Promise.all([
    loadBoard(options.rules, strip.say),
    alone ? null : loadPart(() => import('./people.js')),
    alone ? loadPart(() => import('../solitaire/controls.js')) : null,
    sheet('/static/play/look-back.css'),
  ])
  const table = new TableController(options, host, strip, controls)
  if (people) table.addPeople(people.People)
  if (host.board.forced) {
    const [{ ForcedMarks }, { LiveChains }] = await Promise.all([
      loadPart(() => import('./forced.js')),
      loadPart(() => import('../play/chain-offers.js')),
      prepare('play/chain-offers'),
    ])
    table.addChains(LiveChains)
    table.marks = new ForcedMarks(
      table.view.moves,
      host.board,
      (made) => table.lookBack.position(made),
      () => table.chains?.show(table.state),
      left,
    )
  }
  if (controls) table.addSolitaireControls(controls.SolitaireControls)
  if (isTaught(options.state)) {
    const { LineOfWarning } = await loadPart(() => import('./warning.js'))
    table.warning = new LineOfWarning(host.board, strip, {
      now: () => table.state,
      redraw: () => table.redraw(),
      left,
    })
  }
  left.throwIfAborted() // a table that was left meanwhile must not change the next page
  table.open()
}

class TableController {
  flipped = false // by the player
  #wasLost = false
  #note = (/** @type {string} */ _) => {} // for the title: news while the page was hidden
  /** @type {import('../solitaire/controls.js').SolitaireControls | null} */
  solitaire = null
  /** @type {import('./people.js').People | null} of a game for two */
  people = null
  /** @type {import('./warning.js').LineOfWarning | null} in a game with a bot that teaches */
  warning = null
  /** @type {GameSocket | null} */
  socket = null
  /** @type {import('./forced.js').ForcedMarks | null} for a board that knows compulsory moves */
  marks = null
  /** @type {import('../play/chain-offers.js').LiveChains | null} for the same boards */
  chains = null

  /** @param {TableOptions} options @param {BoardHost} host
   * @param {MessageStrip} strip @param {import('./table-view.js').Alone | null} alone */
  constructor(options, host, strip, alone) {
    this.root = options.root
    this.left = options.signal
    this.id = options.id
    this.state = options.state
    this.rules = options.rules
    this.go = options.go
    this.ready = options.ready
    this.openHelp = options.openHelp
    this.board = host.board
    this.picks = host.picks
    this.services = host.services
    this.strip = strip
    this.commands = new Commands({
      id: this.id,
      rules: this.rules,
      board: this.board,
      say: this.services.say,
      go: this.go,
      now: () => this.state,
      send: (message) => this.#send(message),
      leave: () => this.socket?.leave(),
    })
    this.lookBack = new LookBack(this.id, {
      now: () => this.state,
      hidden: () => hiddenText(this.rules, this.state),
      board: this.board.element,
      show: (before) => this.#draw(before),
      say: this.services.say,
      left: this.left,
    })
    this.premoves = new Premoves(host, {
      send: (move) => this.#keep(move),
      redraw: () => this.redraw(),
    })
    const press = (/** @type {string} */ act, /** @type {HTMLElement} */ button) =>
      this.press(act, button)
    const { id, rules, lookBack, commands, left } = this
    this.view = new TableView(this.state, {
      ...{ id, rules, host, strip, lookBack, commands, alone, left },
      on: {
        press,
        actions: () => this.#actions(),
        chat: () => this.people?.chatContent.value ?? null,
        ask: (key) => this.#onBoardKey(key),
      },
    })
    this.ending = new Ending(this.rules, this.board, this.view.dock, strip, {
      press,
      closed: () => this.#showPeople(),
      left,
    })
    this.#listen()
  }

  open() {
    const { root, view, state, services } = this
    this.lookBack.onState(state)
    this.#show()
    view.open(root) // before the board, which measures itself
    if (state.status === 'ended') this.ending.showAtOnce(state)
    this.#draw(null)
    this.warning?.onState(state)
    root.dataset.conn = 'down'
    this.ready(titleText(this.rules, state))
    this.#note = followTitle(this.rules, view.shown, this.left)
    const call = isYourTurn(state) && this.board.call?.(state)
    if (call) alert(call)
    warnNearlyFull(null, state, services.say)
    const socket = new GameSocket(
      this.id,
      {
        onstate: (frame) => this.#onState(frame),
        onrefused: (frame, kept) => this.#onRefused(frame, kept !== null),
        onpresence: (frame) => this.#onPresence(frame),
        onchat: (line) => this.people?.chat?.receive(line),
        onconn: (conn) => this.#onConn(conn),
        onfailed: (attempts) => this.#onFailed(attempts),
        onlost: () => services.say(t('move.gone')),
      },
      state,
    )
    this.socket = socket
    this.left.addEventListener('abort', () => {
      socket.close()
      this.board.leave?.()
    })
  }

  #listen() {
    const { picks, strip } = this
    picks.onmove = (move) => this.#play(move)
    let picked = 0
    picks.on(() => {
      strip.pending(picks.pending !== null && !picks.ahead)
      if (picks.words.length > picked) strip.clear()
      picked = picks.words.length
    })
    const { left: signal } = this
    document.addEventListener('keydown', (event) => this.#onEscape(event), {
      signal,
    })
    signal.addEventListener(
      'abort',
      settings.on((name) => REDRAW_SETTINGS.includes(name) && this.#onSetting()),
    )
    listenToKeys(this.board, (act) => this.#turnBack(act), signal)
  }

  /** @param {string} act undo or redo */
  #turnBack(act) {
    this.lookBack.end()
    this.solitaire?.stop()
    this.commands.enqueue(act)
  }

  /** @param {object} message */
  #send(message) {
    return this.socket?.send(message) ?? false
  }

  /** @param {typeof import('./people.js').People} Two */
  addPeople(Two) {
    const { commands, strip, view, services, id, rules, go } = this
    this.people = new Two(id, rules, strip, {
      commands,
      say: services.say,
      go,
      left: this.left,
      now: () => this.state,
      send: (message) => this.#send(message),
      countDown: (waits) => {
        view.players.waits.value = waits
      },
    })
    this.ending.rematch = this.people.rematch
  }

  /** @param {typeof import('../play/chain-offers.js').LiveChains} Chains */
  addChains(Chains) {
    const { board, strip, lookBack, rules, id } = this
    this.chains = new Chains(
      rules,
      id,
      this.services.say,
      this.view.moves,
      {
        board,
        strip,
        frame: (made) => lookBack.position(made),
        show: (made) => lookBack.goTo(made, false),
        end: () => lookBack.end(false),
      },
      this.left,
    )
    this.ending.chains = this.chains.row
  }

  /** @param {typeof import('../solitaire/controls.js').SolitaireControls} Controls */
  addSolitaireControls(Controls) {
    this.solitaire = new Controls(this, {
      say: this.services.say,
      redraw: () => this.#show(),
    })
  }

  // Drawing.

  /** Draws the table. before: the state shown so far, or null: without animation.
   * @param {State | null} before */
  #draw(before) {
    const { state, rules, root, lookBack } = this
    const yours = isYourTurn(state)
    const now = lookBack.frame === null
    const ahead = now && this.#mayPremove()
    Object.assign(root.dataset, {
      screen: 'table',
      status: state.status,
      seat: state.seat ?? 'none',
      turn: state.turn ?? 'none',
      ply: state.ply,
      rules: rules.id,
    })
    if (lookBack.made === null) delete root.dataset.back
    else root.dataset.back = String(lookBack.made)
    const line = now ? (this.warning?.frame ?? null) : null
    this.board.show(lookBack.frame ?? line ?? state, {
      seat: state.seat,
      flipped: this.#isFlipped(),
      interactive: (yours && now) || ahead,
      confirm: true,
      closed: state.status === 'live' && isBetweenPeople(state),
      animate: before !== null,
    })
    this.warning?.draw(!now)
    if (ahead) this.premoves.offer(state)
    else
      this.picks.set(yours && now ? state.legal : [], {
        pending: this.socket?.kept?.move ?? null,
      })
    this.#showPeople()
    this.#show()
    this.view.tell()
    this.marks?.mark(state)
  }

  /** Shows everything but the board. */
  #show() {
    const face = this.#sameScreen() === 'face'
    this.view.show({ state: this.state, flipped: this.#isFlipped(), face })
  }

  #onSetting() {
    const tellPremove = this.premoves.follow(this.state)
    this.redraw()
    tellPremove()
  }

  #mayPremove() {
    return !solitaire(this.rules) && mayPremove(this.state)
  }

  #actions() {
    const docked = this.ending.due.value
    const { flipped } = this
    return (
      this.solitaire?.actions(docked) ??
      tableActions(this.rules, this.state, {
        flipped,
        docked,
        unread: this.people?.unread.value ?? 0,
      })
    )
  }

  flip() {
    this.flipped = !this.flipped
    this.#draw(null)
  }

  redraw() {
    this.#draw(this.state)
  }

  #isFlipped() {
    const { state } = this
    const turns = this.#sameScreen() === 'turn' && state.status === 'live'
    const below = turns ? state.turn : bottomSeat(state)
    return !solitaire(this.rules) && (below === 1) !== this.flipped
  }

  #sameScreen() {
    const { state } = this
    const both = state.seat !== null && playsBothSides(state)
    return both ? sameScreenWay() : 'fixed'
  }

  // Messages of the server.

  /** @param {State} state */
  #onState(state) {
    const before = this.state
    const { rules, services, board } = this
    const pieces = this.#pieces()
    if (state.status !== before.status) this.strip.clear()
    this.state = state
    this.lookBack.onState(state)
    const tellPremove = this.premoves.follow(state)
    if (hasBegun(before, state)) this.#note(t('table.title.begun'))
    this.#draw(before)
    const taken = this.#pieces() < pieces
    this.#nameSeen(before)
    announceState(rules, before, state, services, board, taken)
    tellPremove()
    warnNearlyFull(before, state, services.say)
    this.solitaire?.onState(before, state)
    this.warning?.onState(state)
    if (state.status === 'ended')
      if (before.status === 'ended') this.ending.update(state)
      else this.#onEnd()
    this.commands.onState()
    this.people?.follow(before, state)
  }

  /** Adds to the newest move in the list what the viewer has seen of it.
   * @param {State} before */
  #nameSeen(before) {
    const { told } = this.state
    const text = told.length === before.told.length + 1 && this.board.seen?.(before, this.state)
    if (text) this.view.moves.reword(told.length - 1, text)
  }

  /** Returns the number of pieces on a board for two. */
  #pieces() {
    const selector = '[data-sq][data-piece]'
    return solitaire(this.rules) ? 0 : this.board.element.querySelectorAll(selector).length
  }

  /** @param {Presence} frame */
  #onPresence(frame) {
    this.state = applyPresence(this.state, frame)
    this.#show()
    this.#showPeople()
  }

  #showPeople() {
    this.people?.show(this.state, this.ending.due.value)
  }

  #onEnd() {
    this.lookBack.end()
    this.picks.clear()
    this.commands.drop()
    this.ending.show(this.state)
    this.#showPeople()
  }

  /** @param {Refused} frame @param {boolean} kept whether the kept move was refused */
  #onRefused(frame, kept) {
    const { re, why, detail } = frame
    if (re === 'chat' || re === 'hide') return this.people?.chat?.refuse(frame)
    this.commands.drop()
    this.solitaire?.stop()
    if (kept || re === 'move') this.redraw()
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
    this.strip.conn(conn, this.socket?.kept ?? null)
    if (conn === 'stalled') alert(t('conn.stalled'))
    if (conn === 'ok' && this.#wasLost) this.services.say(t('conn.ok'))
    this.people?.onConn(conn)
    this.#wasLost = conn !== 'ok'
    if (conn !== 'ok') this.commands.drop()
  }

  /** Requests the reason after several failed attempts to connect. @param {number} attempts */
  async #onFailed(attempts) {
    if (attempts !== REASON_ATTEMPTS) return
    const why = await whyUnreachable(this.id)
    if (why && this.socket?.conn !== 'ok') this.services.alert(why)
  }

  // Acts of the player.

  /** @param {string} act @param {HTMLElement} button */
  press(act, button) {
    if (act === 'undo' || act === 'redo') return this.#turnBack(act)
    if (act === 'auto') this.lookBack.end()
    if (this.solitaire?.press(act, button)) return undefined
    if (act === 'flip') return this.flip()
    if (act === 'first' || act === 'last') return this.lookBack.step(act)
    if (act === 'type') return this.view.type()
    if (act === 'chat') return this.people?.talk()
    if (act === 'help' || act === 'lesson')
      return this.openHelp(this.rules, this.services, act === 'lesson')
    return this.commands.press(act, button)
  }

  /** Gives a legal move to the socket, which sends it; false: another one waits there. @param {string} move */
  #keep(move) {
    const [, notation = move] = this.state.legal.find(([legal]) => legal === move) ?? []
    return this.socket?.keep(move, notation) ?? false
  }

  /** @param {string} move */
  #play(move) {
    const { socket, picks } = this
    if (picks.ahead) return this.premoves.choose(move, this.state)
    if (!socket || !this.#keep(move)) return this.redraw()
    this.solitaire?.onOwnMove()
    if (socket.conn !== 'ok') this.strip.conn(socket.conn, socket.kept)
  }

  /** Handles keys of the board that are commands of the table.
   * @param {string} key */
  #onBoardKey(key) {
    const { state, view, board } = this
    const { say } = this.services
    const last = state.told.at(-1)
    if (key === 'last')
      say(last ? t('table.last', { move: readableText(board, last) }) : t('table.moves.none'))
    if (key === 'clocks') say(view.players.spokenClocks())
    if (key === 'forced') say(this.#compulsion())
    if (key === 'type') view.type()
    if (key === 'keys') showKeys(board, state)
    if (['auto', 'undo', 'same-deal', 'give-up'].includes(key))
      this.press(key, focused() ?? this.root)
  }

  #compulsion() {
    const { board, state } = this
    const none = board.forced ? 'board.nothing_forced' : 'board.no_compulsion'
    return board.call?.(state) || t(none)
  }

  /** Takes back the premove, or a kept move that has not been sent; false: there is neither.
   * Also while an earlier position is shown. */
  withdraw() {
    const { socket } = this
    if (this.premoves.withdraw()) return true
    if (!socket?.withdraw()) return false
    this.redraw()
    this.strip.conn(socket.conn, null)
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
