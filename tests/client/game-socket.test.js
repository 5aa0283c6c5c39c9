import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { delay, serverNow } from '../../static/core/server-time.js'
import { GameSocket } from '../../static/live/game-socket.js'
import { FakeWebSocket } from './fake-web-socket.js'
import { stateOf } from './games.js'

const latest = () => {
  const socket = FakeWebSocket.all.at(-1)
  assert.ok(socket)
  return socket
}

let now = 0

/** Lets the time pass in steps of 100 ms, so that `performance.now()` and the timers agree.
 * @param {number} ms */
function pass(ms) {
  for (let rest = ms; rest > 0; rest -= 100) {
    now += Math.min(rest, 100)
    mock.timers.tick(Math.min(rest, 100))
  }
}

/** A frame with the state of a game with seat 0 to move and two moves made. @param {object} [changes] @returns {any} */
const state = (changes) => ({ t: 'state', ...stateOf({ ply: 2, told: ['a', 'b'] }), ...changes })

const PLAYED = state({ ply: 3, turn: 1, told: ['a', 'b', 'C'] })

/** @type {GameSocket | null} */
let socket = null

/** A game's socket and what it has reported: [event, value] pairs. */
function connect({ failures = false } = {}) {
  /** @type {any[][]} */
  const events = []
  const report =
    (/** @type {string} */ name) =>
    (/** @type {any[]} */ ...values) =>
      events.push([name, ...values])
  socket = new GameSocket(
    'x/y',
    {
      onstate: (state) => events.push(['state', state]),
      onchat: report('chat'),
      onrefused: report('refused'),
      onconn: report('conn'),
      onlost: report('lost'),
      ...(failures && { onfailed: report('failed') }),
    },
    state(),
  )
  return { socket, events }
}

/** The newest socket opens and brings this state. */
function open(frame = state()) {
  latest().open()
  latest().receive(frame)
}

/** The link breaks, and the next socket opens and brings this state. */
function reconnect(frame = state(), after = 500) {
  latest().lose()
  pass(after)
  open(frame)
}

/** A game's socket that is connected and has its first state, with what it reports later. */
function connected() {
  const made = connect()
  open()
  made.events.length = 0
  return made
}

/** @param {any[][]} events */
const hasLost = (events) => events.some(([name]) => name === 'lost')

beforeEach(() => {
  now = 1000
  FakeWebSocket.all = []
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  mock.method(performance, 'now', () => now)
  mock.method(Math, 'random', () => 0.5) // neither sooner nor later
  const window = Object.assign(new EventTarget(), {
    location: { host: 'example.org', protocol: 'https:' },
  })
  const document = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(globalThis, { WebSocket: FakeWebSocket, window, document })
})

afterEach(() => {
  socket?.close()
  mock.timers.reset()
  mock.restoreAll()
})

test('a socket that opens anew asks the server for its build', async () => {
  const asked = mock.method(globalThis, 'fetch', async () => new Response())
  connected()
  assert.equal(asked.mock.callCount(), 0)
  reconnect(state(), 1000)
  assert.equal(asked.mock.calls[0]?.arguments[0], '/health')
})

test('the socket is opened at the address of the game and is down until the first state', () => {
  const { socket, events } = connect()
  assert.equal(latest().url, 'wss://example.org/ws/games/x%2Fy?steps=1')
  latest().open()
  assert.equal(socket.conn, 'down')
  assert.equal(socket.send({ t: 'resign' }), false)
  latest().receive(state({ ply: 5 }))
  assert.equal(socket.conn, 'ok')
  assert.deepEqual(events, [
    ['conn', 'ok'],
    ['state', state({ ply: 5, received: now })],
  ])
  assert.equal(socket.send({ t: 'resign' }), true)
  assert.deepEqual(latest().acts, [{ t: 'resign' }])
})

test('an open socket is pinged at once, and every 2.5 s, with rising numbers', () => {
  connected()
  pass(5000)
  assert.deepEqual(latest().sent, [
    { t: 'ping', n: 1 },
    { t: 'ping', n: 2 },
    { t: 'ping', n: 3 },
  ])
})

test('the answers of pings tell the server’s time, whatever the clock of the device says', () => {
  connected()
  now += 80 // on its way there and back
  latest().receive({ t: 'pong', n: 1, at: 5_000_000 })
  assert.equal(serverNow(), 5_000_040)
  pass(1000)
  assert.equal(serverNow(), 5_001_040)
  assert.equal(delay(5_000_900, now), 140, 'that frame came late')
  assert.equal(delay(5_009_000, now), 0)
})

test('the answer that came back fastest is believed, and none of before a new connection', () => {
  connected()
  latest().receive({ t: 'pong', n: 1, at: 5_000_000 })
  pass(2500)
  now += 900
  latest().receive({ t: 'pong', n: 2, at: 9_000_000 })
  assert.equal(serverNow(), 5_000_000 + 3400)
  latest().lose()
  pass(1000)
  assert.equal(delay(1, now), 0, 'not known again')
})

test('six seconds of silence are a stall, and the silent socket is closed for another', () => {
  const { socket, events } = connected()
  const silent = latest()
  pass(5900)
  assert.equal(socket.conn, 'ok')
  pass(600)
  assert.equal(socket.conn, 'stalled')
  assert.ok(silent.closed)
  assert.deepEqual(events, [['conn', 'stalled']])
  pass(500)
  assert.equal(FakeWebSocket.all.length, 2)
  open()
  assert.equal(socket.conn, 'ok')
})

/** The server answers a ping in each of so many intervals. @param {number} count @param {number} every ms */
function answerPings(count, every) {
  for (let n = 1; n <= count; n += 1) {
    pass(every)
    latest().receive({ t: 'pong', n, at: 0 })
  }
}

test('any frame is a sign of life, so that a quiet game never stalls', () => {
  const { socket } = connected()
  answerPings(10, 2500)
  assert.equal(socket.conn, 'ok')
  assert.equal(FakeWebSocket.all.length, 1)
})

test('a socket that answers pings but brings no state is given up too', () => {
  const { socket } = connected()
  latest().lose()
  pass(500)
  latest().open()
  answerPings(3, 2000)
  pass(500)
  assert.equal(socket.conn, 'stalled')
})

test('nothing is judged while the page is hidden, and on return there is a ping at once', () => {
  const { socket } = connected()
  Object.assign(document, { hidden: true })
  pass(20_000)
  assert.equal(socket.conn, 'ok')
  const pings = latest().sent.length
  Object.assign(document, { hidden: false })
  document.dispatchEvent(new Event('visibilitychange'))
  assert.equal(latest().sent.length, pings + 1)
  pass(2000)
  assert.equal(socket.conn, 'ok')
  pass(1000)
  assert.equal(socket.conn, 'stalled')
})

test('without a network one ping has its time to be answered, and then the link is stalled', () => {
  const { socket } = connected()
  pass(400)
  window.dispatchEvent(new Event('offline'))
  pass(2400)
  assert.equal(socket.conn, 'ok')
  pass(600)
  assert.equal(socket.conn, 'stalled')
})

test('a link that answers although the browser says that it is offline is kept', () => {
  const { socket } = connected()
  window.dispatchEvent(new Event('offline'))
  const { n } = latest().sent.at(-1)
  latest().receive({ t: 'pong', n, at: 0 })
  pass(5000)
  assert.equal(socket.conn, 'ok')
  assert.equal(FakeWebSocket.all.length, 1)
})

test('it reconnects after 0.5 s, half as long again each time, at most 8 s', () => {
  const { socket } = connected()
  const pauses = []
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const before = FakeWebSocket.all.length
    latest().lose()
    assert.equal(socket.conn, 'down')
    const lost = now
    while (FakeWebSocket.all.length === before) pass(10)
    pauses.push(now - lost)
  }
  const expected = [500, 750, 1125, 1687.5, 2531, 3797, 5695, 8000, 8000, 8000]
  for (const [index, pause] of pauses.entries())
    assert.ok(Math.abs(pause - expected[index]) <= 10, `${pauses}`)
})

test('pauses differ by a quarter, so that not all come back at once', () => {
  for (const [chance, pause] of [
    [0, 375],
    [0.999, 625],
  ]) {
    FakeWebSocket.all = []
    mock.method(Math, 'random', () => chance)
    connected()
    latest().lose()
    pass(pause - 10)
    assert.equal(FakeWebSocket.all.length, 1)
    pass(20)
    assert.equal(FakeWebSocket.all.length, 2)
    socket?.close()
  }
})

test('a state after reconnecting resets the back-off', () => {
  connected()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    latest().lose()
    pass(3000)
  }
  open()
  const sockets = FakeWebSocket.all.length
  latest().lose()
  pass(500)
  assert.equal(FakeWebSocket.all.length, sockets + 1)
})

test('the return of the network reconnects without a pause', () => {
  connected()
  latest().lose()
  window.dispatchEvent(new Event('online'))
  assert.equal(FakeWebSocket.all.length, 2)
  pass(1000) // the attempt that was scheduled before is not made
  assert.equal(FakeWebSocket.all.length, 2)
})

test('a kept move is sent at once on a healthy link, and only one is kept', () => {
  const { socket, events } = connected()
  assert.equal(socket.keep('c3 c4', 'C'), true)
  assert.equal(socket.keep('d3 d4', 'D'), false)
  assert.deepEqual(latest().moves, [{ t: 'move', ply: 2, move: 'c3 c4' }])
  assert.equal(socket.withdraw(), false)
  latest().receive(PLAYED)
  assert.equal(socket.kept, null)
  assert.deepEqual(events, [['state', { ...PLAYED, received: now }]])
})

test('a move kept while the link is down is sent once, when the first state comes', () => {
  const { socket } = connect()
  assert.equal(socket.keep('c3 c4', 'C'), true)
  latest().open()
  assert.deepEqual(latest().sent, [])
  latest().receive(state())
  latest().receive(state())
  assert.deepEqual(latest().moves, [{ t: 'move', ply: 2, move: 'c3 c4' }])
})

test('a kept move that no socket has got can be withdrawn, and is not sent', () => {
  const { socket, events } = connect()
  socket.keep('c3 c4', 'C')
  assert.equal(socket.withdraw(), true)
  assert.equal(socket.withdraw(), false)
  open()
  assert.deepEqual(latest().moves, [])
  assert.ok(!hasLost(events))
})

test('a kept move that was not sent is lost even when the same move was made elsewhere', () => {
  const { socket, events } = connect()
  socket.keep('c3 c4', 'C')
  const { kept } = socket
  open(PLAYED)
  assert.deepEqual(latest().moves, [])
  assert.deepEqual(events.at(-1), ['lost', kept])
})

test('a sent move whose answer was lost is sent again with the same ply while it is current', () => {
  const { socket, events } = connected()
  socket.keep('c3 c4', 'C')
  reconnect(state({ ply: 3 })) // an offer has raised the ply; the position is the same
  assert.deepEqual(latest().moves, [{ t: 'move', ply: 2, move: 'c3 c4' }])
  latest().receive(state({ ply: 4, turn: 1, told: ['a', 'b', 'C'] }))
  assert.equal(socket.kept, null)
  assert.ok(!hasLost(events))
})

test('a sent move is applied when it is told without the rest of it', () => {
  const { socket, events } = connected()
  socket.keep('beat h1 9S*3H', 'beat h1 9S*3H')
  latest().receive(state({ ply: 3, turn: 1, told: ['a', 'b', 'beat h1'] }))
  assert.equal(socket.kept, null)
  assert.ok(!hasLost(events))
})

test('a sent move that the server has applied is not sent again after reconnecting', () => {
  const { socket, events } = connected()
  socket.keep('c3 c4', 'C')
  reconnect(PLAYED)
  assert.deepEqual(latest().moves, [])
  assert.equal(socket.kept, null)
  assert.ok(!hasLost(events))
})

test('a kept move is not sent again and is reported as lost when it cannot be made any more', () => {
  for (const frame of [
    { ply: 3, told: ['a', 'b', 'X'] }, // another move stands in its place
    { ply: 3, told: ['a'] }, // a move was taken back
    { ply: 3, status: 'ended', turn: null },
    { ply: 3, turn: 1 },
  ]) {
    const { socket, events } = connected()
    socket.keep('c3 c4', 'C')
    const { kept } = socket
    reconnect(state(frame))
    assert.deepEqual(latest().moves, [], JSON.stringify(frame))
    assert.equal(socket.kept, null)
    assert.deepEqual(events.at(-1), ['lost', kept], JSON.stringify(frame))
    socket.close()
  }
})

test('a move that is undecided for 8 s on a healthy link is sent again', () => {
  const { socket } = connected()
  socket.keep('c3 c4', 'C')
  answerPings(9, 1000)
  assert.equal(latest().moves.length, 2)
  assert.deepEqual(latest().moves[0], latest().moves[1])
})

test('the refusal of a kept move returns it, another refusal does not', () => {
  const { socket, events } = connected()
  socket.keep('c3 c4', 'C')
  const { kept } = socket
  const other = { t: 'refused', re: 'undo', why: 'stale', ply: 2 }
  latest().receive(other)
  assert.deepEqual(events.at(-1), ['refused', other, null])
  assert.equal(socket.kept, kept)
  const own = { t: 'refused', re: 'move', why: 'illegal_move', ply: 2 }
  latest().receive(own)
  assert.deepEqual(events.at(-1), ['refused', own, kept])
  assert.equal(socket.kept, null)
})

test('the refusal of a move that a state has already let go is not told a second time', () => {
  const { socket, events } = connected()
  socket.keep('c3 c4', 'C')
  latest().receive(state({ status: 'ended' }))
  assert.equal(events.at(-1)?.[0], 'lost')
  const told = events.length
  latest().receive({ t: 'refused', re: 'move', why: 'game_over', ply: 1 })
  assert.equal(events.length, told)
})

test('a state of a lower ply is older and changes nothing', () => {
  const { events } = connected()
  latest().receive(state({ ply: 1 }))
  assert.deepEqual(events, [])
})

test('the first state of a connection counts even when its ply is lower: a backup may have been restored', () => {
  const { events } = connected()
  const restored = state({ ply: 1, told: ['a'] })
  reconnect(restored)
  assert.deepEqual(events.at(-1), ['state', { ...restored, received: now }])
})

test('a step is merged into the state before it, with the presence told in between', () => {
  const players = [{ name: 'a', online: true }, null]
  const { events } = connect()
  open(state({ players, watchers: 0, acts: ['resign'] }))
  latest().receive({
    ...{ t: 'presence', players: [false, null], watchers: 3 },
    ...{ away: [7, null], names: ['Eve'] },
  })
  const legal = [['d3 d4', 'D']]
  latest().receive({
    ...{ t: 'step', ply: 3, turn: 1, legal, view: { position: 'p' } },
    ...{ last: 'c3 c4', told: 'C' },
  })
  assert.deepEqual(events.at(-1), [
    'state',
    state({
      ...{ ply: 3, turn: 1, legal, view: { position: 'p' }, last: 'c3 c4' },
      told: ['a', 'b', 'C'],
      players: [{ name: 'a', online: false, away: 7 }, null],
      watching: ['Eve'],
      ...{ watchers: 3, acts: ['resign'], received: now },
    }),
  ])
  assert.deepEqual(latest().acts, [])
})

test('a line of the chat is reported', () => {
  const { events } = connected()
  latest().receive({ t: 'chat', id: 1, text: 'Good luck' })
  assert.deepEqual(events, [['chat', { t: 'chat', id: 1, text: 'Good luck' }]])
})

test('after a step that follows another state a whole one is asked for', () => {
  const { events } = connected()
  latest().receive({ t: 'step', ply: 9, turn: 1, legal: [], told: 'X' })
  assert.deepEqual(events, [])
  assert.deepEqual(latest().acts, [{ t: 'show' }])
})

test('a move whose outcome is not known yet stays pending', () => {
  const { socket, events } = connected()
  socket.keep('c3 c4', 'C')
  const unknown = { t: 'refused', re: 'move', why: 'internal', ply: 2 }
  latest().receive(unknown)
  assert.deepEqual(events.at(-1), ['refused', unknown, null])
  assert.equal(socket.kept?.move, 'c3 c4')
  latest().receive(PLAYED)
  assert.equal(socket.kept, null)
})

test('a connection that never opens is reported, once as down and with every failed attempt', () => {
  const { events } = connect({ failures: true })
  latest().lose()
  pass(500)
  latest().lose()
  assert.deepEqual(events, [
    ['conn', 'down'],
    ['failed', 1],
    ['failed', 2],
  ])
})

test('a socket that answers nothing at all before it is open is a stall too', () => {
  const { events } = connect()
  pass(6500)
  assert.deepEqual(events[0], ['conn', 'stalled'])
})

test('after close nothing is opened, pinged or reported', () => {
  const { socket, events } = connected()
  const last = latest()
  socket.close()
  assert.ok(last.closed)
  last.receive(state({ ply: 9 }))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  pass(30_000)
  assert.equal(FakeWebSocket.all.length, 1)
  assert.deepEqual(last.sent, [{ t: 'ping', n: 1 }])
  assert.deepEqual(events, [])
})

test('nothing is sent on a connection that is closing', () => {
  const { socket } = connected()
  latest().readyState = 2
  assert.equal(socket.send({ t: 'resign' }), false)
  assert.deepEqual(latest().acts, [])
})
