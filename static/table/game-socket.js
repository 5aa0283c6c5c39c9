// One game's socket. The health of the link is judged by ping and answer, never by `readyState`, which stays 1 on a
// dead link. The newest frame replaces everything; a frame of a lower ply is older and is ignored (logs only grow).
//
// The one move that is kept: not yet handed to a socket, it can be withdrawn; handed over, it stays pending until a
// state decides, and goes out again on the next socket while its ply is current (the server answers it only once).

const PING = 2500 // ms between pings
const SILENCE = 6000 // ms without a frame: stalled
const FIRST = 500 // ms to the first try to reopen
const LONGEST = 8000 // ms between tries
const UNDECIDED = 8000 // ms on a healthy link after which a kept move is let go

/** Opens the socket of game `id` and keeps it open until `close()`.
 *
 * on = {onstate(frame), onrefused(frame, move), onpresence(frame), onconn(conn), ongone(move)}
 * frame: the state that is known already, so that a move can be kept before the socket is open.
 * conn: `ok`, `stalled` (nothing heard for 6 s), `down` (cut, or not open yet). `onrefused` gets the kept move when
 * it is the one that was refused, else null; `ongone` a kept move that the game has passed by.
 */
export function open(id, on, frame = null) {
  const link = new Link(`/ws/games/${encodeURIComponent(id)}`, on, frame)
  return {
    keep: (move, told) => link.keep(move, told),
    withdraw: () => link.withdraw(),
    send: (message) => link.send(message),
    close: () => link.close(),
    get kept() {
      return link.kept
    },
    get conn() {
      return link.conn
    },
  }
}

class Link {
  conn = 'down'
  kept = null // {move, told, ply, made, handed, since}: made = moves in effect before it
  frame = null // the newest state
  #on
  #address
  #socket = null
  #heard = 0 // performance.now() of the last sign of life
  #tries = 0
  #pings = 0
  #reopening = null
  #timers
  #ended = new AbortController()

  constructor(path, on, frame) {
    this.#on = on
    this.frame = frame
    this.#address = path
    this.#timers = [
      setInterval(() => this.#ping(), PING),
      setInterval(() => this.#judge(), 500),
    ]
    const { signal } = this.#ended
    document.addEventListener('visibilitychange', () => this.#awake(), {
      signal,
    })
    window.addEventListener('online', () => this.#hurry(), { signal })
    window.addEventListener('offline', () => this.#ping(), { signal })
    window.addEventListener('pageshow', () => this.#awake(), { signal })
    this.#open()
  }

  /** Keeps a move and hands it over as soon as there is a link. False: another one is kept. */
  keep(move, told) {
    if (this.kept || !this.frame) return false
    const { ply, told: made } = this.frame
    this.kept = {
      move,
      told,
      ply,
      made: made.length,
      handed: false,
      since: performance.now(),
    }
    this.#hand()
    return true
  }

  /** Takes back a kept move that no socket has seen. */
  withdraw() {
    if (!this.kept || this.kept.handed) return false
    this.kept = null
    return true
  }

  /** Any other message. False: there is no link now, and nothing was sent. */
  send(message) {
    if (this.conn !== 'ok') return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close() {
    this.#ended.abort()
    this.#timers.forEach(clearInterval)
    clearTimeout(this.#reopening)
    this.#drop()
  }

  #open() {
    this.#drop()
    clearTimeout(this.#reopening)
    this.#reopening = null
    const { host, protocol } = window.location
    const socket = new WebSocket(
      `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${this.#address}`,
    )
    this.#socket = socket
    this.#heard = performance.now()
    socket.onmessage = (event) => this.#receive(event.data)
    socket.onclose = () => this.#cut()
  }

  #drop() {
    if (!this.#socket) return
    this.#socket.onmessage = this.#socket.onclose = null
    this.#socket.close()
    this.#socket = null
  }

  #cut() {
    this.#socket = null
    this.#become(this.conn === 'stalled' ? 'stalled' : 'down')
    this.#again()
  }

  #again() {
    const wait = Math.min(LONGEST, FIRST * 1.5 ** this.#tries++)
    clearTimeout(this.#reopening)
    this.#reopening = setTimeout(
      () => this.#open(),
      wait * (0.75 + Math.random() / 2),
    )
  }

  #become(conn) {
    if (conn === this.conn) return
    this.conn = conn
    this.#on.onconn(conn)
  }

  /** On a socket that has not brought a state yet, nothing else counts as a sign of life. */
  #receive(text) {
    const frame = JSON.parse(text)
    if (frame.t === 'state' || this.conn === 'ok')
      this.#heard = performance.now()
    if (frame.t === 'state') this.#state(frame)
    if (frame.t === 'presence') this.#on.onpresence(frame)
    if (frame.t === 'refused') this.#refused(frame)
  }

  #state(frame) {
    const reopened = this.conn !== 'ok'
    this.#tries = 0
    if (reopened) this.#become('ok')
    if (this.frame && frame.ply < this.frame.ply) return
    this.frame = frame
    const gone = this.kept && this.#decided(frame)
    if (this.kept && reopened) this.#hand()
    this.#on.onstate(frame)
    if (gone) this.#on.ongone(gone)
  }

  /** Lets the kept move go when this state has it, or cannot take it any more; answers it in the second case.
   * Offers raise the ply without touching the position: the move is still current after them. */
  #decided(frame) {
    const { kept } = this
    if (
      frame.told.length === kept.made &&
      frame.status === 'live' &&
      frame.turn === frame.seat
    )
      return null
    this.kept = null
    return kept.handed &&
      frame.told.length > kept.made &&
      frame.told[kept.made] === kept.told
      ? null
      : kept
  }

  #hand() {
    const { kept } = this
    if (this.conn !== 'ok') return
    kept.handed = true
    kept.since = performance.now()
    this.#socket.send(
      JSON.stringify({ t: 'move', ply: kept.ply, move: kept.move }),
    )
  }

  #refused(frame) {
    const mine = frame.re === 'move' ? this.kept : null
    if (mine) this.kept = null
    this.#on.onrefused(frame, mine)
  }

  #ping() {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ t: 'ping', n: ++this.#pings }))
    }
  }

  /** Timers are throttled while the page is hidden, so nothing is judged then. */
  #judge() {
    if (document.hidden) return
    this.#press()
    if (!this.#socket || performance.now() - this.#heard < SILENCE) return
    this.#become('stalled')
    this.#drop()
    this.#again()
  }

  /** A move that was handed over and long not decided on a healthy link: once more, or let go. */
  #press() {
    const { kept, frame } = this
    if (
      !kept?.handed ||
      this.conn !== 'ok' ||
      performance.now() - kept.since < UNDECIDED
    )
      return
    if (frame.ply === kept.ply) return this.#hand()
    this.kept = null
    this.#on.ongone(kept)
  }

  #awake() {
    if (document.hidden) return
    this.#heard = Math.max(this.#heard, performance.now() - SILENCE + PING)
    this.#tries = 0
    if (this.#socket) this.#ping()
    else this.#open()
  }

  #hurry() {
    this.#tries = 0
    if (this.conn === 'ok') this.#ping()
    else this.#open()
  }
}
