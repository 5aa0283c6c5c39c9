import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { Refusal } from '../../static/core/http.js'
import { Positions } from '../../static/table/positions.js'
import { playedGame, publishedGame } from '../../static/table/replay/sources.js'
import { isConcealed } from '../../static/table/texts.js'
import { rulesOf, serve, stateOf } from './games.js'

const RULES = rulesOf('sample', { seats: ['black', 'white'] })
const SOLITAIRE = rulesOf('sample', { seats: ['player'], dealt: true, hides: true })

afterEach(() => mock.restoreAll())

/** An ended game that others have played. @param {object} [changes] */
const state = (changes) => stateOf({ status: 'ended', seat: null, ply: 3, players: [], ...changes })

test('an ended game is replayed from its log and one request for positions, with the log to download and a check', async () => {
  const entries = [
    [0, 0, 'move', '', 0],
    [1, 0, 'move', '', 0],
    [2, 0, 'resign', '', 0],
  ]
  const items = [0, 1, 2].map((ply) => state({ ply, status: 'live' }))
  const requests = serve(() => ({ entries, items }))
  const source = await playedGame('x/y', state(), RULES)
  assert.deepEqual(requests, [['GET', '/api/games/x%2Fy/log', undefined]])
  assert.deepEqual(source.plies, [1, 2])
  assert.equal(source.text, '/api/games/x%2Fy/text')
  assert.equal(source.hidden, null)
  assert.equal(source.address(2), '/g/x/y?ply=2')
  assert.deepEqual(source.more, [
    ['new-game', { href: '/new/sample' }],
    'copy-game',
    ['log', { href: '/api/games/x%2Fy/log', download: 'x/y.json' }],
    'check',
  ])
  const frames = await Promise.all([2, 0, 3, 1].map((ply) => source.positions.at(ply, 3)))
  assert.deepEqual(
    frames.map(({ ply }) => ply),
    [2, 0, 3, 1],
  )
  assert.deepEqual(
    requests.slice(1).map(([, path]) => path),
    ['/api/games/x%2Fy/frames?from=0&to=2'],
  )
})

test('the replay of an own game for two leads first to its result, which says what comes next', async () => {
  serve(() => ({ entries: [] }))
  const { more } = await playedGame('g', state({ seat: 1 }), RULES)
  assert.deepEqual(more.slice(0, 2), [
    ['return', { href: '/g/g?result', label: 'act.result' }],
    ['new-game', { href: '/new/sample' }],
  ])
})

test('a running game leads back to its table and has no check', async () => {
  serve(() => ({ entries: [] }))
  const source = await playedGame('g', state({ status: 'live' }), RULES)
  assert.deepEqual(source.more, [
    ['return', { href: '/g/g' }],
    'copy-game',
    ['log', { href: '/api/games/g/log', download: 'g.json' }],
  ])
})

test('of a running game with hidden cards only the newest state is shown and no log is asked for', async () => {
  const requests = serve(() => ({}))
  const running = state({ status: 'live', deal: 7 })
  const source = await playedGame('g', running, SOLITAIRE)
  assert.deepEqual(requests, [])
  assert.equal(source.hidden, 'replay.hidden')
  assert.equal(source.text, null)
  assert.deepEqual(source.more, [['return', { href: '/g/g' }]])
})

test('an ended solitaire of a known deal or a given position can be dealt again', async () => {
  for (const known of [{ deal: 7 }, { start: 'p' }]) {
    serve(() => ({ entries: [] }))
    const source = await playedGame('g', state(known), SOLITAIRE)
    assert.deepEqual(source.more.slice(0, 2), ['new-deal', 'same-deal'])
    assert.equal(source.hidden, null)
  }
})

test('a deal is concealed when the game is dealt and neither deal nor start position is known', () => {
  assert.equal(isConcealed(SOLITAIRE, { deal: null, start: null }), true)
  assert.equal(isConcealed(SOLITAIRE, { deal: 0, start: null }), false)
  assert.equal(isConcealed(SOLITAIRE, { deal: null, start: 'p' }), false)
  assert.equal(isConcealed(RULES, { deal: null, start: null }), false)
})

test('a published game is played through by the server, ply by ply', async () => {
  const game = { name: 'First', moves: ['a', 'b', 'c'], notes: { 2: 'Oh.' }, forced: [2] }
  const requests = serve((path, body) =>
    path.endsWith('/games.json') ? [game] : state({ ply: body.moves.length }),
  )
  const source = await publishedGame(RULES, '/games.json', 1)
  assert.equal(source.heading, 'First')
  assert.equal(source.last.ply, 3)
  assert.deepEqual(
    source.last.players.map((player) => player?.name),
    ['black', 'white'],
  )
  assert.deepEqual(source.plies, [1, 2, 3])
  assert.equal(source.address(2), '/help/sample?game=1&ply=2')
  assert.equal(source.note?.(2), 'Oh.')
  assert.equal(source.note?.(1), '')
  assert.deepEqual(source.forced, [false, true, false])
  await source.positions.at(1, 3)
  assert.deepEqual(requests.at(-1), ['POST', '/api/lines', { rules: 'sample', moves: ['a'] }])
})

test("a published game tells the engine's view beside its notes, but not at its end", async () => {
  const views = [
    { value: { exact: true }, best: [['a', 'A']] },
    { value: { exact: true, winner: 1 }, best: [['b', 'B']] },
    { value: { exact: true, winner: 1, plies: 0 }, best: [] },
  ]
  const game = {
    name: 'First',
    moves: ['a', 'b'],
    notes: { 1: 'Oh.', 2: 'The end.' },
    values: views,
  }
  serve((path, body) => (path.endsWith('/games.json') ? [game] : state({ ply: body.moves.length })))
  const source = await publishedGame(RULES, '/games.json', 1)
  assert.deepEqual(source.values, views)
  assert.equal(source.note?.(0), 'replay.engine')
  assert.equal(source.note?.(1), 'Oh. replay.engine')
  assert.equal(source.note?.(2), 'The end.')
})

test('a published game that the file does not have is not found', async () => {
  serve(() => [])
  await assert.rejects(
    publishedGame(RULES, '/games.json', 1),
    (error) => error instanceof Refusal && error.status === 404,
  )
})

/** The stretches that are asked for; each position is `{ply}`.
 * @param {number} size */
function positionsOf(size) {
  /** @type {[number, number][]} */
  const asked = []
  const load = async (/** @type {number} */ from, /** @type {number} */ to) => {
    asked.push([from, to])
    return Array.from({ length: to - from + 1 }, (_, n) => state({ ply: from + n }))
  }
  return { asked, positions: new Positions(load, size) }
}

test('positions come in stretches, each asked for once, without those at its ends that are known', async () => {
  const { asked, positions } = positionsOf(10)
  positions.add(state({ ply: 25 }))
  positions.add(state({ ply: 10 }))
  const plies = [3, 4, 25, 24, 12, 10, 0]
  const found = await Promise.all(plies.map((ply) => positions.at(ply, 25)))
  assert.deepEqual(
    found.map(({ ply }) => ply),
    plies,
  )
  assert.deepEqual(asked, [
    [0, 9],
    [20, 24],
    [11, 19],
  ])
})

test('a request for positions that failed is made again when one is asked for', async () => {
  let fails = true
  const positions = new Positions(async (from) => {
    if (fails) throw new Refusal(0, 'offline')
    return [state({ ply: from })]
  }, 1)
  await assert.rejects(positions.at(4, 9), Refusal)
  fails = false
  assert.equal((await positions.at(4, 9)).ply, 4)
})

test('an answer without the position that was asked for is an error, not a loop', async () => {
  const positions = new Positions(async () => [])
  await assert.rejects(positions.at(4, 9), /no position at ply 4/)
})
