// The lobby's lists, kept up to date by differences; and what a hidden tab says.

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { applyBoards, applyDifference } from '../../static/news/differences.js'
import fc from './properties.js'

/** @param {string} id @param {number | null} ply @returns {any} */
const item = (id, ply = null) => ({
  id,
  ply,
  ...(ply === null ? {} : { moves: ply }),
  ...{ turn: ply, moved: ply, position: ply && `at ${ply}`, deal: ply },
  ...{ control: null, daily: null, to: null },
  players: [{ id: 'athos', name: 'Athos', rating: null }, null],
})

/** An item as a difference tells it. @param {any} game */
const brief = (game) => ({
  ...Object.fromEntries(
    Object.entries(game).filter(([, value]) => value !== null),
  ),
  players: [{ id: 'athos', name: 'Athos' }, null],
})
/** @param {string[]} live @param {string[]} [mine] @returns {any} */
const lists = (live, mine = []) => ({
  open: [],
  live: live.map((id, place) => item(id, place < 8 ? 1 : null)),
  mine: mine.map((id) => item(id, 1)),
  online: 1,
  rematches: [],
})

/** The change as the server tells it, by the simplest rule: only games that stay in order are left out.
 * @param {any[]} before @param {any[]} after @returns {any} */
function changeOf(before, after) {
  const ids = after.map(({ id }) => id)
  let last = -1
  const kept = new Set()
  for (const { id, ply } of before) {
    const place = ids.indexOf(id)
    if (place <= last || (ply === null && after[place].ply !== null)) continue
    last = place
    kept.add(id)
  }
  return {
    gone: before.map(({ id }) => id).filter((id) => !ids.includes(id)),
    items: [...after.entries()]
      .filter(([, { id }]) => !kept.has(id))
      .map(([place, game]) => [place, brief(game)]),
  }
}

test('differences make of a list any other one, boards included', () => {
  const ids = fc.uniqueArray(
    fc.constantFrom(...Array.from('abcdefghijklmnop')),
    { maxLength: 14 },
  )
  fc.assert(
    fc.property(ids, ids, ids, ids, (live, mine, newLive, newMine) => {
      const [before, after] = [lists(live, mine), lists(newLive, newMine)]
      const change = {
        t: /** @type {const} */ ('lobby_diff'),
        live: changeOf(before.live, after.live),
        mine: changeOf(before.mine, after.mine),
      }
      assert.deepEqual(applyDifference(before, change), after)
    }),
  )
})

test('boards change the games that have one', () => {
  const before = lists(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], ['m'])
  const after = applyBoards(
    before,
    ['a', 'i', 'm', 'other'].map((id) => [id, 2, 0, 'new', 2]),
    5,
  )
  const moved = { ply: 2, turn: 0, position: 'new', moves: 2, moved: 5 }
  assert.deepEqual(after.live[0], { ...before.live[0], ...moved })
  assert.deepEqual(after.mine[0], { ...before.mine[0], ...moved })
  assert.deepEqual(after.live.slice(1), before.live.slice(1))
})

class FakeWebSocket {
  static OPEN = 1
  /** @type {FakeWebSocket[]} */
  static all = []
  readyState = 1
  /** @type {string[]} */
  sent = []
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null
  /** @param {string} url */
  constructor(url) {
    this.url = url
    FakeWebSocket.all.push(this)
  }
  /** @param {string} text */
  send(text) {
    if (!text.includes('ping')) this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  /** @param {object} frame */
  receive(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

afterEach(() => {
  for (const name of ['WebSocket', 'window', 'document'])
    Reflect.deleteProperty(globalThis, name)
})

test('a tab tells the lobby when it is hidden and when it is seen again', async () => {
  const page = Object.assign(new EventTarget(), {
    hidden: false,
    documentElement: { dataset: {} },
  })
  const site = Object.assign(new EventTarget(), {
    location: { host: 'site', protocol: 'http:' },
  })
  Object.assign(globalThis, {
    WebSocket: FakeWebSocket,
    window: site,
    document: page,
  })
  Promise.withResolvers ??= function withResolvers() {
    /** @type {any} */
    const made = {} // Node 20 has none
    made.promise = new Promise((resolve, reject) =>
      Object.assign(made, { resolve, reject }),
    )
    return made
  }
  const { openLobbyFeed } = await import('../../static/news/feed.js')
  /** @type {any[]} */
  const shown = []
  const feed = openLobbyFeed((frame) => shown.push(frame))
  const [socket] = FakeWebSocket.all
  assert.equal(socket?.url, 'ws://site/ws/lobby?diff=1')
  socket.receive({ t: 'lobby', ...lists(['a']) })
  socket.receive({ t: 'lobby_diff', live: { gone: ['a'], items: [] } })
  assert.deepEqual(
    shown.map(({ live }) => live.length),
    [1, 0],
  )
  for (const hidden of [true, false]) {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  feed.leave()
  page.dispatchEvent(new Event('visibilitychange'))
  assert.deepEqual(socket.sent, [
    { t: 'visible', yes: false },
    { t: 'visible', yes: true },
  ])
})
