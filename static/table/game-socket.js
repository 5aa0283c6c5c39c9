// The socket of one game. A `state` replaces everything; a `step` says what one move changed since the frame before it.
// Within one connection a state of a lower ply is older and is ignored; the first state of a connection always counts.
//
// One move is kept at most: before it is sent it can be withdrawn; once sent it stays pending until a state decides,
// and is sent again on the next connection while its ply is current (the server applies it only once).

import { ReconnectingSocket } from '../core/socket.js'
import { applyPresence, applyStep } from './step.js'

const LEFT = 4001 // close code: the player has chosen to leave the game
const UNDECIDED = 8000 // ms on a healthy link after which a kept move is sent again or given up

/** Connects at once and reconnects, with back-off, until `close()`. */
export class GameSocket {
  /** @type {KeptMove | null} */
  kept = null
  /** @type {State | null} the newest one */
  #state
  #on
  #link

  /** state: what is known already, so that a move can be kept before the socket is open.
   * @param {string} id @param {SocketHandlers} on @param {State | null} [state] */
  constructor(id, on, state = null) {
    this.#on = on
    this.#state = state
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

  /** Keeps a move and sends it as soon as there is a link. False: another one is kept.
   * @param {string} move @param {string} notation */
  keep(move, notation) {
    if (this.kept || !this.#state) return false
    const { ply, told: moves } = this.#state
    const since = performance.now()
    this.kept = { move, notation, ply, plies: moves.length, sent: false, since }
    this.#sendKept()
    return true
  }

  /** Takes back a kept move that has not been sent. */
  withdraw() {
    if (!this.kept || this.kept.sent) return false
    this.kept = null
    return true
  }

  /** Any other message. False: there is no link now, and nothing was sent.
   * @param {object} message */
  send(message) {
    return this.#link.send(message)
  }

  /** Another page of the site is shown, which is no leaving. */
  close() {
    this.#link.close()
  }

  /** The player has chosen to leave: the opponent may claim the game soon. */
  leave() {
    this.#link.close(LEFT)
  }

  /** @param {any} frame @param {boolean} connected whether this frame has opened the connection */
  #receive(frame, connected) {
    if (frame.t === 'state') this.#receiveState(frame, connected)
    if (frame.t === 'step') this.#receiveStep(frame)
    if (frame.t === 'presence') this.#receivePresence(frame)
    if (frame.t === 'refused') this.#receiveRefusal(frame)
    if (frame.t === 'chat') this.#on.onchat?.(frame)
  }

  /** @param {State} state @param {boolean} connected */
  #receiveState(state, connected) {
    if (!connected && this.#state && state.ply < this.#state.ply) return
    state.received = performance.now()
    this.#state = state
    const lost = this.kept && this.#settle(this.kept, state)
    if (this.kept && connected) this.#sendKept()
    this.#on.onstate(state)
    if (lost) this.#on.onlost(lost)
  }

  /** @param {Step} step */
  #receiveStep(step) {
    const state = this.#state && applyStep(this.#state, step)
    if (state) this.#receiveState(state, false)
    else this.send({ t: 'show' })
  }

  /** @param {Presence} frame */
  #receivePresence(frame) {
    if (this.#state) this.#state = applyPresence(this.#state, frame)
    this.#on.onpresence(frame)
  }

  /** Lets the kept move go when this state has it, or cannot take it any more; returns it in the second case.
   * Offers raise the ply without touching the position: the move is still current after them.
   * @param {KeptMove} kept @param {State} state */
  #settle(kept, { told, status, turn, seat }) {
    const current = told.length === kept.plies && status === 'live'
    if (current && turn === seat) return null
    this.kept = null
    const text = told[kept.plies]
    const hidden = kept.move.startsWith(`${text} `) // it is told without the rest while the game runs
    const applied = kept.sent && (text === kept.notation || hidden)
    return applied ? null : kept
  }

  #sendKept() {
    const { kept } = this
    if (!kept || this.conn !== 'ok') return
    kept.sent = true
    kept.since = performance.now()
    const { ply, move } = kept
    this.send({ t: 'move', ply, move })
  }

  /** @param {Refused} frame */
  #receiveRefusal(frame) {
    // After `internal` the outcome is not known yet: the move stays pending.
    const decided = frame.re === 'move' && frame.why !== 'internal'
    if (decided && !this.kept) return // a state has let that move go, and `onlost` has said so
    const kept = decided ? this.kept : null
    if (kept) this.kept = null
    this.#on.onrefused(frame, kept)
  }

  /** A move that was sent and is long undecided on a healthy link is sent once more, or given up. */
  #retryKept() {
    const { kept } = this
    if (!kept?.sent || this.conn !== 'ok') return
    if (performance.now() - kept.since < UNDECIDED) return
    if (this.#state?.ply === kept.ply) return this.#sendKept()
    this.kept = null
    this.#on.onlost(kept)
  }
}
