// The lobby's lists, kept up to date by differences; and what a hidden tab says.

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { applyBoards, applyDifference } from '../../static/live/lobby-changes.js'
import { FakeWebSocket } from './fake-web-socket.js'
import fc from './properties.js'

/** @param {string} id @param {number | null} ply @param {boolean} [open] @returns {any} */
const item = (id, ply = null, open = false) => ({
  id,
  ply,
  ...(ply === null ? {} : { moves: ply }),
  ...{ turn: ply, moved: ply, position: ply && `at ${ply}`, deal: ply },
  ...{ control: null, daily: null, to: null },
  created: id.charCodeAt(0) >> 1, // in pairs of the same time
  players: [
    { id: 'athos', name: 'Athos', rating: null },
    open ? null : { id: 'porthos', name: 'Porthos', rating: 1510 },
  ],
})

/** @param {string[]} live in order @param {string[]} [open] in order @param {[string, number][]} [mine] @returns {any} */
const lists = (live, open = [], mine = []) => ({
  open: open.map((id) => item(id, null, true)),
  live: live.map((id, place) => item(id, place < 8 ? 1 : null)),
  mine: mine.map(([id, ply]) => item(id, ply)),
  online: 1,
  rematches: [],
})

/** The changes as the server tells them. @param {any[]} before @param {any[]} after @returns {any} */
function changesOf(before, after) {
  const known = new Map(before.map((game) => [game.id, JSON.stringify(game)]))
  const ids = new Set(after.map(({ id }) => id))
  const news = after.filter((game) => known.get(game.id) !== JSON.stringify(game))
  return {
    set: Object.fromEntries(news.map(({ id, ...game }) => [id, brief(game)])),
    gone: [...known.keys()].filter((id) => !ids.has(id)),
  }
}

/** An item without its null fields. @param {any} game */
const brief = (game) =>
  Object.fromEntries(Object.entries(game).filter(([, value]) => value !== null))

test('differences make of lists any other ones, in order, boards included', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...Array.from('abcdefghijklmnopqrst')))
  const made = fc.tuple(ids, ids, fc.nat(20)).map(([others, own, cut]) => {
    const sorted = [...others].sort((one, two) => {
      const [first, second] = [item(one), item(two)]
      return second.created - first.created || (two > one ? 1 : -1)
    })
    const mine = own.map((id, place) => /** @type {[string, number]} */ ([id, 99 - place]))
    return lists(
      sorted.filter((id) => id.charCodeAt(0) % 21 < cut),
      sorted.filter((id) => id.charCodeAt(0) % 21 >= cut),
      mine,
    )
  })
  fc.assert(
    fc.property(made, made, (before, after) => {
      const change = {
        t: /** @type {const} */ ('lobby_diff'),
        ...changesOf([...before.open, ...before.live], [...after.open, ...after.live]),
        mine: changesOf(before.mine, after.mine),
      }
      assert.deepEqual(applyDifference(before, change), after)
    }),
  )
})

test('boards change the games that have one', () => {
  const before = lists(Array.from('abcdefghi'), [], [['m', 1]])
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

/** Ends what a test follows: its timers would keep the process alive. @type {(() => void)[]} */
const ends = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
  for (const name of ['WebSocket', 'window', 'document']) Reflect.deleteProperty(globalThis, name)
})

test('a tab tells the lobby when it is hidden and when it is seen again', async () => {
  const page = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } })
  const site = Object.assign(new EventTarget(), { location: { host: 'site', protocol: 'http:' } })
  Object.assign(globalThis, { WebSocket: FakeWebSocket, window: site, document: page })
  Promise.withResolvers ??= function withResolvers() {
    /** @type {any} */
    const made = {} // Node 20 has none
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
    return made
  }
  const lobby = await import('../../static/live/lobby.js')
  const leave = lobby.followLobby()
  ends.push(leave)
  const liveGames = () => lobby.lists.value?.live.length
  const [socket] = FakeWebSocket.all
  socket.open()
  assert.equal(socket?.url, 'ws://site/ws/lobby?diff=1')
  assert.equal(lobby.lists.value, null)
  socket.receive({ t: 'lobby', ...lists(['a']) })
  assert.equal(liveGames(), 1)
  socket.receive({ t: 'lobby_diff', gone: ['a'] })
  assert.equal(liveGames(), 0)
  for (const hidden of [true, false]) {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  leave()
  assert.equal(lobby.lists.value, null, 'nobody follows them')
  page.dispatchEvent(new Event('visibilitychange'))
  assert.deepEqual(socket.acts, [
    { t: 'visible', yes: false },
    { t: 'visible', yes: true },
  ])
})
