// One WebSocket that reconnects by itself, for a game and for the lobby alike. The health of the link is judged by ping
// and answer, never by `readyState`, which stays 1 on a dead link; not while the page is hidden, where timers are
// throttled. The first frame of a connection (`opening`) says that it is up.

import { askBuild } from './build.js'
import { forgetAnswers, noteAnswer } from './server-time.js'

const PING = 2500 // ms between pings
const CHECK = 500 // ms between two looks at the health of the link
const SILENCE = 6000 // ms without a frame: stalled
const FIRST_RETRY = 500 // ms to the first attempt to reconnect
const LONGEST_RETRY = 8000 // ms between attempts at most

/** Connects at once and reconnects, with back-off, until `close()`. */
export class ReconnectingSocket {
  /** `stalled`: nothing received for 6 s; `down`: closed, or not open yet.
   * @type {Conn} */
  conn = 'down'
  #on
  #path
  #opening
  /** @type {WebSocket | null} */
  #socket = null
  #receivedAt = 0 // performance.now() of the last sign of life
  #opened = false // whether the link was ever up
  #attempts = 0 // since the link was last up
  #pings = 0
  #pingedAt = 0 // performance.now() of the last ping
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer
  #intervals
  #closed = new AbortController()

  /** path: of the address, with its query; opening: the type of the frame that every connection begins with.
   * @param {string} path @param {string} opening @param {ReconnectingHandlers} on */
  constructor(path, opening, on) {
    this.#path = path
    this.#opening = opening
    this.#on = on
    this.#intervals = [
      setInterval(() => this.#ping(), PING),
      setInterval(() => this.#checkHealth(), CHECK),
    ]
    const { signal } = this.#closed
    const awake = () => this.#wake()
    document.addEventListener('visibilitychange', awake, { signal })
    window.addEventListener('pageshow', awake, { signal })
    window.addEventListener('online', () => this.retryNow(), { signal })
    window.addEventListener('offline', () => this.#doubt(), { signal })
    this.#connect()
  }

  /** False: the link is not up, and nothing was sent. @param {object} message */
  send(message) {
    if (this.conn !== 'ok') return false
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** `code`: of the close frame; 4001 tells the server that the player has left on purpose. @param {number} [code] */
  close(code) {
    this.#closed.abort()
    for (const interval of this.#intervals) clearInterval(interval)
    clearTimeout(this.#reconnectTimer)
    this.#drop(code)
    this.conn = 'down'
  }

  /** Without waiting for the pause to end. */
  retryNow() {
    this.#attempts = 0
    if (this.conn === 'ok') this.#ping()
    else this.#connect()
  }

  #connect() {
    this.#drop()
    clearTimeout(this.#reconnectTimer)
    const { host, protocol } = window.location
    const scheme = protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${host}${this.#path}`)
    this.#socket = socket
    forgetAnswers()
    this.#receivedAt = performance.now()
    socket.onmessage = (event) => this.#receive(event.data)
    socket.onclose = () => this.#lose()
  }

  /** @param {number} [code] */
  #drop(code) {
    if (!this.#socket) return
    this.#socket.onmessage = null
    this.#socket.onclose = null
    this.#socket.close(code)
    this.#socket = null
  }

  #lose() {
    this.#socket = null
    this.#fail(this.conn === 'stalled' ? 'stalled' : 'down')
  }

  /** The link is not up: connects again after a pause of 0.5 s, half as long again each time, at most 8 s, a quarter
   * more or less by chance.
   * @param {Conn} conn */
  #fail(conn) {
    const pause = Math.min(LONGEST_RETRY, FIRST_RETRY * 1.5 ** this.#attempts)
    this.#attempts += 1
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(
      () => this.#connect(),
      pause * (0.75 + Math.random() / 2),
    )
    const changed = conn !== this.conn
    this.conn = conn
    if (changed || this.#attempts === 1) this.#on.onconn(conn)
    this.#on.onfailed?.(this.#attempts)
  }

  /** Before the opening frame nothing else counts as a sign of life.
   * @param {string} text */
  #receive(text) {
    const frame = JSON.parse(text)
    const opens = frame.t === this.#opening
    if (opens || this.conn === 'ok') this.#receivedAt = performance.now()
    const connected = opens && this.conn !== 'ok'
    if (opens) this.#attempts = 0
    if (frame.t === 'pong' && frame.n === this.#pings)
      noteAnswer(frame.at, this.#pingedAt, performance.now())
    if (connected) {
      if (this.#opened) askBuild() // the server may have been replaced
      this.#opened = true
      this.conn = 'ok'
      this.#ping() // the server's time is needed at once
      this.#on.onconn('ok')
    }
    this.#on.onframe(frame, connected)
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#pings += 1
    this.#pingedAt = performance.now()
    this.#socket.send(JSON.stringify({ t: 'ping', n: this.#pings }))
  }

  #checkHealth() {
    if (document.hidden) return
    this.#on.oncheck?.()
    if (!this.#socket || performance.now() - this.#receivedAt < SILENCE) return
    this.#drop()
    this.#fail('stalled')
  }

  /** The browser says that there is no network: one ping's time to show that there is, as for a server nearby. */
  #doubt() {
    const soon = performance.now() - SILENCE + PING
    this.#receivedAt = Math.min(this.#receivedAt, soon)
    this.#ping()
  }

  #wake() {
    if (document.hidden) return
    const soon = performance.now() - SILENCE + PING // one ping's time to answer
    this.#receivedAt = Math.max(this.#receivedAt, soon)
    this.#attempts = 0
    if (this.#socket) this.#ping()
    else this.#connect()
  }
}
