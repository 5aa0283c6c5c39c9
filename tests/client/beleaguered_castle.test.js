// The position text of Beleaguered Castle against a printer, and the runs that fold.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { automaticMove, dealtHome } from '../../static/games/beleaguered_castle/automatic-moves.js'
import {
  allCanGoHome,
  builtRuns,
  FOUNDATIONS,
  movesBack,
  nearCards,
  parsePosition,
  ROWS,
  SUITS,
} from '../../static/games/beleaguered_castle/position.js'
import { picture, readMove } from '../../static/games/beleaguered_castle/tellings.js'
import { parseTyped, readTyped } from '../../static/games/beleaguered_castle/typed-moves.js'
import fc from './properties.js'

const RANKS = 'A23456789XJQK'
const TOPS = `-${RANKS}` // how a foundation is written, by its highest rank
const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit))

/** How high each foundation is, and the other cards dealt to eight rows. */
const someTable = fc
  .record({
    tops: fc.array(fc.nat(13), { minLength: 4, maxLength: 4 }),
    order: fc.shuffledSubarray(DECK, { minLength: 52 }),
    rows: fc.array(fc.nat(7), { minLength: 52, maxLength: 52 }),
  })
  .map(({ tops, order, rows }) => {
    const left = order.filter((card) => RANKS.indexOf(card[0]) >= tops[SUITS.indexOf(card[1])])
    const dealt = ROWS.map((_, row) => left.filter((_card, index) => rows[index] === row))
    return { tops, dealt }
  })

test('the parser gives back the rows and the foundations that were printed', () => {
  fc.assert(
    fc.property(someTable, ({ tops, dealt }) => {
      const rows = dealt.map((cards) => cards.join('') || '-').join('/')
      const position = `${rows} ${tops.map((top) => TOPS[top]).join('')}`
      const piles = parsePosition(position)
      assert.deepEqual([...piles.keys()], [...ROWS, ...FOUNDATIONS])
      for (const [index, place] of ROWS.entries()) assert.deepEqual(piles.get(place), dealt[index])
      for (const [index, place] of FOUNDATIONS.entries())
        assert.deepEqual(
          piles.get(place),
          [...RANKS].slice(0, tops[index]).map((rank) => rank + SUITS[index]),
        )
      const all = [...piles.values()].flat()
      assert.deepEqual([...all].sort(), [...DECK].sort())
    }),
  )
})

test('a run is as long as each card is one rank below the one before, whatever its suit', () => {
  const someRow = fc.array(fc.constantFrom(...DECK), { maxLength: 20 })
  /** @param {string} card */
  const height = (card) => RANKS.indexOf(card[0])
  fc.assert(
    fc.property(someRow, (cards) => {
      const runs = builtRuns(cards)
      for (let index = 1; index < cards.length; index += 1) {
        const inside = runs.some(([first, last]) => first < index && index <= last)
        assert.equal(inside, height(cards[index]) === height(cards[index - 1]) - 1)
      }
      for (const [first, last] of runs) assert.ok(first < last)
    }),
  )
  assert.deepEqual(builtRuns(['KH', 'QS', 'JD', '2C', 'AC', '9H']), [
    [0, 2],
    [3, 4],
  ])
})

test('all can go home where no card lies on one that is needed before it', () => {
  assert.ok(allCanGoHome('KCQC/KDQDJD/KHQH/KSQSJS/-/-/-/- JXJX'))
  assert.ok(!allCanGoHome('QCKC/KDQDJD/KHQH/KSQSJS/-/-/-/- JXJX'))
  assert.ok(allCanGoHome('-/-/-/-/-/-/-/- KKKK'))
})

test('near a card are its equals and those one rank higher', () => {
  const near = nearCards('9H')
  assert.deepEqual(near.same, ['9C', '9D', '9H', '9S'])
  assert.deepEqual(near.next, ['XC', 'XD', 'XH', 'XS'])
  assert.deepEqual(nearCards('KS').next, [])
})

test('the last choice is the last position with more than one move, or one that was not seen', () => {
  const back = (/** @type {number} */ made, /** @type {[number, number][]} */ ...choices) =>
    movesBack(new Map(choices), made)
  assert.equal(back(3, [0, 3], [1, 1], [2, 1], [3, 0]), 3)
  assert.equal(back(3, [2, 2], [3, 0]), 1)
  assert.equal(back(10, [9, 1], [10, 0]), 2)
})

test('the shared picture has a full square for every card at home', () => {
  const [clubs, , , spades] = picture('-/-/-/-/-/-/-/- KKK3').split('\n')
  assert.equal(clubs, `♣ ${'🟩'.repeat(13)}`)
  assert.equal(spades, `♠ ${'🟩'.repeat(3)}${'⬜'.repeat(10)}`)
})

test('every told move is read back, and so are its words in the move list', () => {
  /** @type {Record<string, string>} */
  const words = {
    'told.home': '{card} home',
    'told.onto': '{card} onto {target}',
    'told.empty': '{card} into the empty row',
    'told.row': '{card} into row {row}',
  }
  const say = (/** @type {string} */ key, /** @type {Params} */ params = {}) =>
    words[key].replace(/{(\w+)}/g, (_, name) => String(params[name]))
  for (const card of DECK)
    for (const target of ['f', '-', '-5', ...DECK]) {
      const told = `${card}>${target}`
      assert.deepEqual(parseTyped(told), [card, target.toUpperCase()])
      const place = target === '-5' ? 'R5' : target.toUpperCase()
      assert.deepEqual(parseTyped(readMove(told, say) ?? ''), [card, place])
    }
})

test('a typed move is a legal one or has the reason why not', () => {
  const legal = ['r1 r2', 'r1 r4', 'r1 r5', 'r3 r2'].map((move) => [move, move])
  /** @type {any} */
  const frame = { view: { position: 'KC9H/XS5D/4S/-/-/QH/JD/7S A--A' }, legal }
  const read = (/** @type {string} */ text) =>
    readTyped(
      text,
      frame,
      (key) => key,
      (token, _, tokens) => `refused ${[...tokens, token].join(' ')}`,
    )
  const rows = /** @type {const} */ ([
    ['4S onto 5D', { move: 'r3 r2' }],
    ['4♠\ufe0e onto 5♦', { move: 'r3 r2' }],
    ['r3>5d', { move: 'r3 r2' }],
    ['9h into row 4', { move: 'r1 r4' }],
    ['row 1 to row 2', { move: 'r1 r2' }],
    ['9H -', { why: 'move.which' }],
    ['QH -', { why: 'refused r6' }],
    ['JD home', { why: 'refused r7' }],
    ['4S home', { why: 'refused r3 f' }],
    ['KC home', { why: 'beleaguered_castle.refused.covered' }],
    ['hello', null],
  ])
  for (const [text, expected] of rows) assert.deepEqual(read(text), expected, text)
})

/** @param {string} position @param {string} safe @param {string[]} told @returns {any} a state of a relaxed game */
const relaxed = (position, safe, ...told) => ({
  view: { position, safe: safe.split(', '), stuck: false },
  legal: [...safe.split(', '), 'r5 f'].map((move) => [move, '']),
  told,
})

test('automatic play leaves a card that the player took back from its foundation', () => {
  const own = { all: false, asked: false, dealt: [] }
  const back = relaxed('3C2H/2S/4D/-/2D/-/-/- AAAA', 'r1 f, r2 f', '2H>f', '2H>3C')
  assert.equal(automaticMove(back, own), null, 'none follows it at once')
  assert.equal(automaticMove(back, { ...own, all: true }), null)
  assert.equal(automaticMove(back, { ...own, asked: true }), 'r1 f')
  const later = { ...back, told: [...back.told, '4D>-4'] }
  assert.equal(automaticMove(later, own), 'r2 f')
  const alone = { ...later, view: { ...back.view, safe: ['r1 f'] } }
  assert.equal(automaticMove(alone, own), null)
  assert.equal(automaticMove(alone, { ...own, all: true }), 'r2 f')
  const moved = { ...later, told: [...later.told, '2H>3S'] }
  assert.equal(automaticMove(moved, own), 'r1 f', 'until the player moves it')
})

test('automatic play leaves a card that was dealt to a foundation and taken back', () => {
  const dealt = dealtHome(relaxed('3C/-/-/-/-/-/-/- A23A', 'r1 f', '3H>f'))
  assert.deepEqual(dealt, ['AC', 'AD', '2D', 'AH', '2H', 'AS'])
  const back = relaxed('3C2H/-/-/-/-/-/-/- A2AA', 'r1 f', '2H>3C', '4D>-4')
  assert.equal(automaticMove(back, { all: false, asked: false, dealt }), null)
})
