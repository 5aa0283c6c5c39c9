// A WebSocket whose server is the test.

import assert from 'node:assert/strict'

export class FakeWebSocket {
  static OPEN = 1
  /** @type {FakeWebSocket[]} every socket of the test, in order */
  static all = []
  readyState = 0
  closed = false
  /** @type {any[]} */
  sent = []
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null
  /** @type {((event: { code: number }) => void) | null} */
  onclose = null

  /** @param {string} url */
  constructor(url) {
    this.url = url
    FakeWebSocket.all.push(this)
  }

  /** @param {string} text */
  send(text) {
    assert.ok(!this.closed, 'sent on a closed socket')
    this.sent.push(JSON.parse(text))
  }

  close() {
    this.closed = true
    this.readyState = 3
  }

  /** The server accepts. */
  open() {
    this.readyState = FakeWebSocket.OPEN
  }

  /** The server sends a frame.
   * @param {object} frame */
  receive(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  /** The connection ends. */
  lose() {
    this.closed = true
    this.readyState = 3
    this.onclose?.({ code: 1006 })
  }

  /** What was sent besides pings. */
  get acts() {
    return this.sent.filter((message) => message.t !== 'ping')
  }

  get moves() {
    return this.sent.filter((message) => message.t === 'move')
  }
}
