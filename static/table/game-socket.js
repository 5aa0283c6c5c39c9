// The socket of one game, which reconnects by itself. The health of the link is judged by ping and answer, never by
// `readyState`, which stays 1 on a dead link. The newest frame replaces everything; a frame of a lower ply is older and
// is ignored (logs only grow).
//
// One move is kept at most: before it is sent it can be withdrawn; once sent it stays pending until a state decides,
// and is sent again on the next socket while its ply is current (the server applies it only once).

const PING = 2500 // ms between pings
const CHECK = 500 // ms between two looks at the health of the link
const SILENCE = 6000 // ms without a frame: stalled
const FIRST_RETRY = 500 // ms to the first attempt to reconnect
const LONGEST_RETRY = 8000 // ms between attempts at most
const UNDECIDED = 8000 // ms on a healthy link after which a kept move is sent again or given up

/** Connects at once and reconnects, with back-off, until `close()`. */
export class GameSocket {
  /** `stalled`: nothing received for 6 s; `down`: closed, or not open yet.
   * @type {Conn} */
  conn = 'down'
  /** @type {KeptMove | null} */
  kept = null
  /** @type {State | null} the newest one */
  #state
  #on
  #path
  /** @type {WebSocket | null} */
  #socket = null
  #receivedAt = 0 // performance.now() of the last sign of life
  #attempts = 0
  #pings = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer
  #intervals
  #closed = new AbortController()

  /** state: what is known already, so that a move can be kept before the socket is open.
   * @param {string} id @param {SocketHandlers} on @param {State | null} [state] */
  constructor(id, on, state = null) {
    this.#on = on
    this.#state = state
    this.#path = `/ws/games/${encodeURIComponent(id)}`
    this.#intervals = [
      setInterval(() => this.#ping(), PING),
      setInterval(() => this.#checkHealth(), CHECK),
    ]
    const { signal } = this.#closed
    const awake = () => this.#wake()
    document.addEventListener('visibilitychange', awake, { signal })
    window.addEventListener('pageshow', awake, { signal })
    window.addEventListener('online', () => this.#retryNow(), { signal })
    window.addEventListener('offline', () => this.#ping(), { signal })
    this.#connect()
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
    if (this.conn !== 'ok') return false
    this.#socket?.send(JSON.stringify(message))
    return true
  }

  close() {
    this.#closed.abort()
    for (const interval of this.#intervals) clearInterval(interval)
    clearTimeout(this.#reconnectTimer)
    this.#drop()
  }

  #connect() {
    this.#drop()
    clearTimeout(this.#reconnectTimer)
    const { host, protocol } = window.location
    const scheme = protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${host}${this.#path}`)
    this.#socket = socket
    this.#receivedAt = performance.now()
    socket.onmessage = (event) => this.#receive(event.data)
    socket.onclose = () => this.#lose()
  }

  #drop() {
    if (!this.#socket) return
    this.#socket.onmessage = null
    this.#socket.onclose = null
    this.#socket.close()
    this.#socket = null
  }

  #lose() {
    this.#socket = null
    this.#become(this.conn === 'stalled' ? 'stalled' : 'down')
    this.#reconnect()
  }

  /** Connects again after a pause: 0.5 s, half as long again each time, at most 8 s, a quarter more or less by chance. */
  #reconnect() {
    const pause = Math.min(LONGEST_RETRY, FIRST_RETRY * 1.5 ** this.#attempts)
    this.#attempts += 1
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(
      () => this.#connect(),
      pause * (0.75 + Math.random() / 2),
    )
  }

  /** @param {Conn} conn */
  #become(conn) {
    if (conn === this.conn) return
    this.conn = conn
    this.#on.onconn(conn)
  }

  /** On a socket that has not brought a state yet, nothing else counts as a sign of life.
   * @param {string} text */
  #receive(text) {
    const frame = JSON.parse(text)
    if (frame.t === 'state' || this.conn === 'ok')
      this.#receivedAt = performance.now()
    if (frame.t === 'state') this.#receiveState(frame)
    if (frame.t === 'presence') this.#on.onpresence(frame)
    if (frame.t === 'refused') this.#receiveRefusal(frame)
  }

  /** @param {State} state */
  #receiveState(state) {
    const reconnected = this.conn !== 'ok'
    this.#attempts = 0
    if (reconnected) this.#become('ok')
    if (this.#state && state.ply < this.#state.ply) return
    this.#state = state
    const lost = this.kept && this.#settle(this.kept, state)
    if (this.kept && reconnected) this.#sendKept()
    this.#on.onstate(state)
    if (lost) this.#on.onlost(lost)
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
    this.#socket?.send(JSON.stringify({ t: 'move', ply, move }))
  }

  /** @param {Refused} frame */
  #receiveRefusal(frame) {
    const kept = frame.re === 'move' ? this.kept : null
    if (kept) this.kept = null
    this.#on.onrefused(frame, kept)
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#pings += 1
    this.#socket.send(JSON.stringify({ t: 'ping', n: this.#pings }))
  }

  /** Not while the page is hidden: timers are throttled then. */
  #checkHealth() {
    if (document.hidden) return
    this.#retryKept()
    if (!this.#socket || performance.now() - this.#receivedAt < SILENCE) return
    this.#become('stalled')
    this.#drop()
    this.#reconnect()
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

  #wake() {
    if (document.hidden) return
    const soon = performance.now() - SILENCE + PING // one ping's time to answer
    this.#receivedAt = Math.max(this.#receivedAt, soon)
    this.#attempts = 0
    if (this.#socket) this.#ping()
    else this.#connect()
  }

  #retryNow() {
    this.#attempts = 0
    if (this.conn === 'ok') this.#ping()
    else this.#connect()
  }
}
