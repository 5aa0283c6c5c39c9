// Reconnecting WebSocket, for games and the lobby. Its health is judged by pings and answers, not by `readyState`, which
// stays 1 on a dead link; not while the page is hidden, since timers are throttled then. The link is up with the first
// frame of a connection (`opening`).

import { askBuild } from './build.js'
import { checkMe } from './player.js'
import { forgetAnswers, noteAnswer } from './server-time.js'

const SESSION_ENDED = 1008 // close code; also of a client that sends too much
const PING_MS = 2500 // between pings
const CHECK_MS = 500 // between health checks
const STALLED_AFTER_MS = 6000 // without a frame
const FIRST_RETRY_MS = 500 // before the first attempt to reconnect
const MAX_RETRY_MS = 8000 // between attempts at most

/** Connects at once and reconnects with backoff until `close()`. */
export class ReconnectingSocket {
  /** `stalled`: nothing received for 6 s; `down`: closed, or not open yet.
   * @type {Conn} */
  conn = 'down'
  #on
  #path
  #opening
  /** @type {WebSocket | null} */
  #socket = null
  #receivedAt = 0 // performance.now() of the last frame
  #opened = false // whether the link was ever up
  #attempts = 0 // since the link was last up
  #pings = 0
  #pingedAt = 0 // performance.now() of the last ping
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer
  #intervals
  #closed = new AbortController()

  /** `path`: of the address, with its query; `opening`: the type of the first frame of every connection.
   * @param {string} path @param {string} opening @param {ReconnectingHandlers} on */
  constructor(path, opening, on) {
    this.#path = path
    this.#opening = opening
    this.#on = on
    this.#intervals = [
      setInterval(() => this.#ping(), PING_MS),
      setInterval(() => this.#checkHealth(), CHECK_MS),
    ]
    const { signal } = this.#closed
    const awake = () => this.#wake()
    document.addEventListener('visibilitychange', awake, { signal })
    window.addEventListener('pageshow', awake, { signal })
    window.addEventListener('online', () => this.retryNow(), { signal })
    window.addEventListener('offline', () => this.#doubt(), { signal })
    this.#connect()
  }

  /** Sends a message. False: the link is down, and nothing was sent. @param {object} message */
  send(message) {
    if (this.conn !== 'ok') return false
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Closes for good. `code`: of the close frame; 4001 tells the server that the player left on purpose. @param {number} [code] */
  close(code) {
    this.#closed.abort()
    for (const interval of this.#intervals) clearInterval(interval)
    clearTimeout(this.#reconnectTimer)
    this.#drop(code)
    this.conn = 'down'
  }

  /** Reconnects without waiting for the backoff. */
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
    socket.onclose = ({ code }) => this.#lose(code)
  }

  /** @param {number} [code] */
  #drop(code) {
    if (!this.#socket) return
    this.#socket.onmessage = null
    this.#socket.onclose = null
    this.#socket.close(code)
    this.#socket = null
  }

  /** @param {number} code */
  #lose(code) {
    this.#socket = null
    if (code === SESSION_ENDED) checkMe()
    this.#fail(this.conn === 'stalled' ? 'stalled' : 'down')
  }

  /** Schedules a reconnect after 0.5 s, half as long again each time, at most 8 s, with a quarter of jitter either way.
   * @param {Conn} conn */
  #fail(conn) {
    const pause = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 1.5 ** this.#attempts)
    this.#attempts += 1
    clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2))
    const changed = conn !== this.conn
    this.conn = conn
    if (changed || this.#attempts === 1) this.#on.onconn(conn)
    this.#on.onfailed?.(this.#attempts)
  }

  /** Handles a frame; before the opening frame no other one counts.
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
      if (this.#opened) {
        askBuild() // the server may have been replaced
        checkMe() // and the session may have ended
      }
      this.#opened = true
      this.conn = 'ok'
      this.#ping() // for the server's time
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
    if (!this.#socket || performance.now() - this.#receivedAt < STALLED_AFTER_MS) return
    this.#drop()
    this.#fail('stalled')
  }

  /** Handles the browser's offline event: one ping decides, since a local server may still be reachable. */
  #doubt() {
    const soon = performance.now() - STALLED_AFTER_MS + PING_MS
    this.#receivedAt = Math.min(this.#receivedAt, soon)
    this.#ping()
  }

  #wake() {
    if (document.hidden) return
    const soon = performance.now() - STALLED_AFTER_MS + PING_MS // one ping's time to answer
    this.#receivedAt = Math.max(this.#receivedAt, soon)
    this.#attempts = 0
    if (this.#socket) this.#ping()
    else this.#connect()
  }
}
