// Socket of one game. A `state` replaces the whole state; a `step` has the changes of one move since the frame before.
// Within one connection a state of a lower ply is outdated and ignored; the first state of a connection always counts.
//
// At most one move is kept. It can be withdrawn until it is sent. A sent move stays pending until a state decides it, and
// is sent again on the next connection while its ply is current; the server applies it only once. The newest state and the
// kept move are signals: what shows them follows.

import { ReconnectingSocket } from '../core/socket.js'
import { batch, signal } from '../vendor/preact.js'
import { applyPresence, applyStep } from './step.js'

const LEFT_CLOSE_CODE = 4001 // the player has left on purpose
const UNDECIDED_MS = 8000 // on a healthy connection, after which a kept move is sent again or dropped

/** Connects immediately and reconnects with backoff until `close()`. */
export class GameSocket {
  #kept = signal(/** @type {KeptMove | null} */ (null))
  #state
  #played
  #on
  #link

  /** state: the known one, so that a move can be kept before the socket is open.
   * @param {string} id @param {SocketHandlers} on @param {State} state */
  constructor(id, on, state) {
    this.id = id
    this.#on = on
    this.#state = signal(state)
    this.#played = signal(state)
    const path = `/ws/games/${encodeURIComponent(id)}?steps=1`
    this.#link = new ReconnectingSocket(path, 'state', {
      onconn: (conn) => on.onconn(conn),
      onfailed: (attempts) => on.onfailed?.(attempts),
      onframe: (frame, connected) => this.#receive(frame, connected),
      oncheck: () => this.#retryKept(),
    })
  }

  get conn() {
    return this.#link.conn
  }

  /** The newest state. */
  get state() {
    return this.#state.value
  }

  /** The newest state as it was when its position came: it stays while only the presence of people changes. */
  get played() {
    return this.#played.value
  }

  /** The kept move, or null. */
  get kept() {
    return this.#kept.value
  }

  /** Keeps a move and sends it when connected. Returns false if another move is kept.
   * @param {string} move @param {string} notation */
  keep(move, notation) {
    if (this.kept) return false
    const { ply, told: moves } = this.state
    const since = performance.now()
    batch(() => {
      this.#kept.value = { move, notation, ply, plies: moves.length, sent: false, since }
      this.#sendKept()
    })
    return true
  }

  /** Withdraws a kept move that was not sent. */
  withdraw() {
    if (!this.kept || this.kept.sent) return false
    this.#kept.value = null
    return true
  }

  /** Sends any other message. Returns false, and sends nothing, if not connected.
   * @param {object} message */
  send(message) {
    return this.#link.send(message)
  }

  /** Closes the socket because another page of the site is shown: the player has not left. */
  close() {
    this.#link.close()
  }

  /** Closes the socket because the player has left on purpose: the opponent may soon claim the game. */
  leave() {
    this.#link.close(LEFT_CLOSE_CODE)
  }

  /** @param {any} frame @param {boolean} connected whether it is the first frame of the connection */
  #receive(frame, connected) {
    if (frame.t === 'state') this.#receiveState(frame, connected)
    if (frame.t === 'step') this.#receiveStep(frame)
    if (frame.t === 'presence') this.#state.value = applyPresence(this.state, frame)
    if (frame.t === 'refused') this.#receiveRefusal(frame)
    if (frame.t === 'chat') this.#on.onchat?.(frame)
  }

  /** @param {State} state @param {boolean} connected */
  #receiveState(state, connected) {
    const before = this.state
    if (!connected && state.ply < before.ply) return
    state.received = performance.now()
    const lost = batch(() => {
      this.#state.value = state
      this.#played.value = state
      const lost = this.kept && this.#settle(this.kept, state)
      if (connected) this.#sendKept()
      return lost
    })
    this.#on.onstate(state, before)
    if (lost) this.#on.onlost(lost)
  }

  /** @param {Step} step */
  #receiveStep(step) {
    const state = applyStep(this.state, step)
    if (state) this.#receiveState(state, false)
    else this.send({ t: 'show' })
  }

  /** Drops the kept move if this state contains it or makes it impossible; returns it in the second case. Offers raise the
   * ply without touching the position: the move is still current after them.
   * @param {KeptMove} kept @param {State} state */
  #settle(kept, { told, status, turn, seat }) {
    const current = told.length === kept.plies && status === 'live'
    if (current && turn === seat) return null
    this.#kept.value = null
    const text = told[kept.plies]
    const hidden = kept.move.startsWith(`${text} `) // the notation lacks the rest while the game runs
    const applied = kept.sent && (text === kept.notation || hidden)
    return applied ? null : kept
  }

  #sendKept() {
    const { kept } = this
    if (!kept || this.conn !== 'ok') return
    this.#kept.value = { ...kept, sent: true, since: performance.now() }
    const { ply, move } = kept
    this.send({ t: 'move', ply, move })
  }

  /** @param {Refused} frame */
  #receiveRefusal(frame) {
    // After `internal` the outcome is unknown: the move stays pending.
    const decided = frame.re === 'move' && frame.why !== 'internal'
    if (decided && !this.kept) return // a state has dropped that move, and `onlost` has told it
    const kept = decided ? this.kept : null
    if (kept) this.#kept.value = null
    this.#on.onrefused(frame, kept)
  }

  /** Sends a move that was undecided for UNDECIDED_MS on a healthy connection once more, or drops it. */
  #retryKept() {
    const { kept } = this
    if (!kept?.sent || this.conn !== 'ok') return
    if (performance.now() - kept.since < UNDECIDED_MS) return
    if (this.state.ply === kept.ply) return this.#sendKept()
    this.#kept.value = null
    this.#on.onlost(kept)
  }
}
