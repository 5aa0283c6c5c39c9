// The position text of Cardinal's Guards against a printer, and the runs of a view.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { add, t } from '../../static/core/i18n.js'
import {
  cellOf,
  effectsOf,
  isOutside,
  namedRun,
  nextRuns,
  parsePosition,
  placesOfRun,
  pointsOf,
  ROWS,
  runsOf,
  SUITS,
} from '../../static/games/cardinals_guards/position.js'
import { Sentences } from '../../static/games/cardinals_guards/sentences.js'
import { heard, picture, readMove, stopped } from '../../static/games/cardinals_guards/tellings.js'
import fc from './properties.js'

/** @import { Run } from '../../static/games/cardinals_guards/types.d.ts' */

const TILES = 'S3C0S0M2S1/A0M1A2C5C4/A5M3--A3A4/S2M4S5C3C2/M5A1S4M0C1'
const SQUARES = ROWS.flat().filter((place) => place && !isOutside(place))
const RING = ROWS.flat().filter((place) => place && isOutside(place))
/** The ring clockwise from a5n, as the position text lists it. */
const CLOCKWISE = 'a5n b5n c5n d5n e5n e5e e4e e3e e2e e1e e1s d1s c1s b1s a1s a1w a2w a3w a4w a5w'

const someSuit = fc.constantFrom(...SUITS)
const someCastle = fc.record({
  squares: fc.uniqueArray(fc.constantFrom(...SQUARES.map(String)), { minLength: 8, maxLength: 8 }),
  standing: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  next: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 4, maxLength: 4 }),
  ring: fc.array(fc.constantFrom(...SUITS, '.'), { minLength: 20, maxLength: 20 }),
  coins: fc.array(someSuit, { maxLength: 4 }),
  supply: fc.array(someSuit, { maxLength: 6 }),
  defeated: fc.nat(24),
})

/** @typedef {typeof someCastle extends fc.Arbitrary<infer T> ? T : never} PrintedCastle */

/** @param {PrintedCastle} castle @param {string[]} escaped */
function print(castle, escaped) {
  const { squares, standing, next, ring, coins, supply, defeated } = castle
  const pawns = SUITS.map((suit, index) => `${suit}=${standing[index] ? squares[index] : '-'}`)
  const inside = coins.map((suit, index) => squares[4 + index] + suit)
  return [
    TILES,
    ...pawns,
    next.join(''),
    ring.join(''),
    inside.join() || '-',
    supply.join('') || '-',
    defeated,
    escaped.join('') || '-',
  ].join(' ')
}

test('the parser gives back every musketeer, guard and coin where it was printed', () => {
  fc.assert(
    fc.property(someCastle, fc.boolean(), (castle, leave) => {
      const gone = SUITS.filter((_, index) => !castle.standing[index])
      const escaped = leave ? gone : []
      const parsed = parsePosition(print(castle, escaped))
      assert.deepEqual(parsed.next, castle.next)
      assert.equal(parsed.supply, castle.supply.join(''))
      assert.equal(parsed.defeated, castle.defeated)
      assert.equal(parsed.escaped, escaped.join(''))
      assert.equal(parsed.lost, leave ? '' : gone.join(''))
      /** @type {[string, {piece: string, owner: number, suit: string}][]} */
      const expected = []
      for (const [index, suit] of SUITS.entries()) {
        const square = castle.standing[index] ? castle.squares[index] : null
        assert.equal(parsed.pawns[suit], square)
        if (square) expected.push([square, { piece: suit, owner: 0, suit }])
      }
      for (const [index, place] of CLOCKWISE.split(' ').entries()) {
        const suit = castle.ring[index]
        if (suit !== '.') expected.push([place, { piece: 'guard', owner: 1, suit }])
      }
      for (const [index, suit] of castle.coins.entries())
        expected.push([castle.squares[4 + index], { piece: 'coin', owner: 1, suit }])
      assert.deepEqual(parsed.things, new Map(expected))
    }),
  )
})

test('the tiles are read row by row from the top left', () => {
  const { tiles } = parsePosition(`${TILES} S=d4 M=d1 C=b5 A=a4 1111 ${'.'.repeat(20)} - - 0 -`)
  assert.equal(tiles.size, 25)
  const corners = ['a5', 'e5', 'c3', 'a1', 'e1'].map((square) => tiles.get(square))
  assert.deepEqual(corners, ['S3', 'S1', '--', 'M5', 'C1'])
})

test('the castle has 25 squares and 20 places around it, each with a cell of its own', () => {
  assert.equal(SQUARES.length, 25)
  assert.deepEqual([...RING].sort(), CLOCKWISE.split(' ').sort())
  const cells = [...SQUARES, ...RING].map((place) => cellOf(String(place)))
  assert.equal(new Set(cells.map(String)).size, 45)
  assert.throws(() => cellOf('z9'), /z9/)
})

/** A run that stops there. @param {string} stop @param {Partial<Run>} more @returns {Run} */
const run = (stop, more = {}) => ({
  stop,
  meets: null,
  effect: null,
  searches: false,
  loses: false,
  ...more,
})

const POSITION = `${TILES} S=c5 M=d1 C=b5 A=a4 1111 ${'.'.repeat(20)} a1C,d4M A 2 -`
const THROUGH = {
  '-': { a5: { s: run('a4') }, e1: { n: run('e3'), w: run('b1') } },
  a1: { e1: { w: run('out') } },
}
/** A state in which these runs are possible. @param {object} runs @returns {any} */
const withRuns = (runs, position = POSITION) => ({ view: { position, runs } })
const STATE = withRuns({
  S: { s: run('tunnel', { corners: THROUGH }), e: run('e5') },
  M: { n: run('d3', { effect: 'defeat' }) },
})

test('the tokens of a move name its run, and through the tunnel the run out of the corner', () => {
  assert.deepEqual(namedRun(STATE, ['S', 'e']), {
    suit: 'S',
    direction: 'e',
    start: 'c5',
    run: run('e5'),
  })
  const out = namedRun(STATE, ['S', 's', '-', 'e1', 'w'])
  assert.deepEqual([out?.start, out?.direction, out?.run.stop], ['e1', 'w', 'b1'])
  const stop = (/** @type {string} */ tokens) => namedRun(STATE, tokens.split(' '))?.run.stop
  assert.equal(stop('S s a1 e1 w'), 'out')
  assert.equal(stop('S s a1 e1 n'), 'e3', 'as without a removed tile')
  for (const none of ['', 'S', 'S w', 'A n', 'put S b2', 'S s - a5 n', 'S e - a5 n'])
    assert.equal(stop(none), undefined, none)
})

test('the next runs are those of the musketeer, then those out of the corner', () => {
  const first = nextRuns(STATE, ['S'])
  assert.deepEqual([first?.suit, first?.start], ['S', 'c5'])
  assert.deepEqual(Object.keys(first?.runs ?? {}), ['s', 'e'])
  const second = nextRuns(STATE, ['S', 's', 'a1', 'e1'])
  assert.equal(second?.start, 'e1')
  assert.deepEqual(second?.runs, { n: run('e3'), w: run('out') })
  for (const tokens of [[], ['S', 's'], ['S', 's', '-'], ['A']])
    assert.equal(nextRuns(STATE, tokens), null, tokens.join(' '))
})

test('a run goes straight to its stop, to the stair, or to the place outside', () => {
  assert.deepEqual(placesOfRun('a5', 'e', run('d5')), ['a5', 'b5', 'c5', 'd5'])
  assert.deepEqual(placesOfRun('c5', 's', run('tunnel')), ['c5', 'c4', 'c3'])
  assert.deepEqual(placesOfRun('b2', 'w', run('out')), ['b2', 'a2', 'a2w'])
  assert.deepEqual(placesOfRun('b2', 'n', run('b2')), ['b2'])
  fc.assert(
    fc.property(
      fc.constantFrom(...SQUARES.map(String)),
      fc.constantFrom(.../** @type {const} */ (['n', 'e', 's', 'w'])),
      (start, direction) => {
        const places = placesOfRun(start, direction, run('out'))
        assert.equal(places.filter(isOutside).length, 1)
        assert.ok(isOutside(String(places.at(-1))))
        for (const [index, place] of places.slice(1).entries()) {
          const [x, y] = cellOf(places[index])
          const [column, row] = cellOf(place)
          assert.equal(Math.abs(column - x) + Math.abs(row - y), 1)
        }
      },
    ),
  )
})

test('what a run does is listed the weightiest first', () => {
  assert.deepEqual(effectsOf(run('out', { loses: true })), ['loses'])
  assert.deepEqual(effectsOf(run('out')), ['escapes'])
  assert.deepEqual(effectsOf(run('b3')), [])
  assert.deepEqual(effectsOf(run('tunnel', { effect: 'defeat', searches: true })), [
    'tunnel',
    'defeat',
    'search',
  ])
})

test('the score is what was searched, defeated, and three points for each escape', () => {
  const position = `${TILES} S=- M=d1 C=b5 A=a4 6231 ${'.'.repeat(20)} - - 7 S`
  assert.deepEqual(pointsOf(position), { searched: 8, defeated: 7, escaped: 3 })
})

test('a told move is read in words', () => {
  const say = (/** @type {string} */ key, /** @type {Params} */ params = {}) =>
    [key, ...Object.values(params)].join(' ')
  const suit = (/** @type {string} */ letter) => letter.toLowerCase()
  for (const [told, read] of [
    ['S e', 'told.run s way.e'],
    ['C w take', 'told.run.take c way.w'],
    ['put M e3', 'told.put m e3'],
    ['A w - a1 e', 'told.tunnel a way.w - corner.sw way.e'],
    ['A w b2 e5 n leave', 'told.tunnel.removed.leave a way.w b2 corner.ne way.n'],
  ])
    assert.equal(readMove(told, { say, suit }), read)
  assert.equal(readMove('resign', { say, suit }), null)
})

test('a move has one run, through the tunnel two, and a guard that is placed none', () => {
  const through = { '-': { a1: { e: run('e1') } } }
  const frame = withRuns({ S: { n: run('d5'), w: run('tunnel', { corners: through }) } })
  const ends = (/** @type {string} */ move) =>
    runsOf(frame, move.split(' ')).map(({ start, run }) => `${start} ${run.stop}`)
  assert.deepEqual(ends('S n'), ['c5 d5'])
  assert.deepEqual(ends('S w - a1 e'), ['c5 tunnel', 'a1 e1'])
  assert.deepEqual(ends('put M e3'), [])
})

test('a run is heard with what it did and where it ended', () => {
  const file = new URL('../../static/games/cardinals_guards/en.json', import.meta.url)
  add(JSON.parse(readFileSync(file, 'utf8')))
  const runs = {
    n: run('d5'),
    e: run('e4', { searches: true }),
    s: run('d2', { meets: 'd1s', effect: 'defeat' }),
    w: run('out'),
  }
  const position = `${TILES} S=d4 M=d1 C=b5 A=a4 2111 ${'.'.repeat(11)}M${'.'.repeat(8)} - - 0 -`
  const before = withRuns({ S: runs }, position)
  const say = (/** @type {string} */ told) =>
    heard(before, /** @type {any} */ ({ told: [told] }), new Sentences(t))
  assert.equal(say('S n'), 'Suns north: stops on d5')
  assert.equal(say('S e'), 'Suns east: tile 2 reached, stops on e4')
  assert.equal(say('S s'), 'Suns south: defeats Moons guard, stops on d2')
  assert.equal(say('S w'), 'Suns west: escapes')
  assert.equal(say('put M e3'), null)
  runs.w = run('d4', { meets: 'c4', effect: 'choice' })
  assert.equal(say('S w take'), null, 'he stays beside the guard, and the move says that it joins')
})

test('the shared picture has the colours of the tiles that were searched', () => {
  const lines = picture(`${TILES} S=d4 M=d1 C=b5 A=a4 4111 ${'.'.repeat(20)} - - 0 -`).split('\n')
  assert.equal(lines[0], '🟥🟨🟥⬜🟥')
  assert.equal(lines[2], '⬜⬜🟫⬜⬜')
})

test('who stops by choice reads a word for the points; spectators and other ends have the common sentences', () => {
  const say = (/** @type {string} */ key) => key
  const over = (/** @type {string} */ reason) => ({ reason, winner: null })
  const words = [50, 49, 28, 1, 0].map((points) =>
    stopped({ over: over('resigned'), score: [points], seat: 0 }, say),
  )
  assert.deepEqual(
    words.map((word) => word.replace('over.resigned.', '')),
    ['brilliant', 'very_good', 'good', 'some', 'none'],
  )
  const score = [50]
  assert.equal(stopped({ over: over('resigned'), score, seat: null }, say), '')
  assert.equal(stopped({ over: over('escaped'), score, seat: 0 }, say), '')
})
