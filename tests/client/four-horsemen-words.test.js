// What is told of Four Horsemen: moves in words, the score, what was special, the picture in text, drawing to a pair.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { add, t } from '../../static/core/i18n.js'
import { DrawToPair } from '../../static/games/four_horsemen/draw-to-pair.js'
import { name } from '../../static/games/four_horsemen/sentences.js'
import {
  moment,
  moveWords,
  picture,
  scoreWords,
  seen,
  story,
} from '../../static/games/four_horsemen/words.js'

const catalogue = new URL('../../static/games/four_horsemen/en.json', import.meta.url)
add(JSON.parse(readFileSync(catalogue, 'utf8')))

const rider = (/** @type {number} */ value) => ({ cards: ['4C', '2S'], value })

/** A frame with what is asked of it here. @param {object} view @param {string[]} [told] */
const frame = (view, told = []) => /** @type {any} */ ({ view: { deck: 17, ...view }, told })

test('a told move is read and asked in words, with cards and sums as people write them', () => {
  for (const [told, words] of [
    ['draw', 'drew a card'],
    ['reserve', 'took the reserve'],
    ['play QD', 'played the hand under Q♦\uFE0E'],
    ['play XC', 'played the hand under 10♣\uFE0E'],
    ['beat h1 (9S*5D)-3H', 'defeated 42 with 9 × 5 − 3'],
    ['beat h2 KD+(9D*(9S+3H))', 'defeated 121 with 13 + 9 × (9 + 3)'],
    ['beat h3 8S/(3H-(8D/3C))', 'defeated 24 with 8 ÷ (3 − 8 ÷ 3)'],
    ['beat h4 9S-(5D-3H)', 'defeated 7 with 9 − (5 − 3)'],
    ['XC', '10♣\uFE0E'],
    ['play', 'played the hand'], // by memory
    ['beat h3', 'defeated horseman 3'],
  ])
    assert.equal(moveWords(told, t), words)
  assert.equal(moveWords('draw', t, 'asked'), 'Draw a card')
  assert.equal(moveWords('beat h1 9S*5D-3H', t, 'asked'), 'Defeat 42 with 9 × 5 − 3')
})

test('a draw that was seen names its card, where the game remembers it', () => {
  const before = frame({ hand: [] }, ['draw'])
  const drawn = (/** @type {unknown} */ discard, last = 'draw') =>
    frame({ hand: ['4C', '9S'], discard }, ['draw', last])
  assert.equal(seen(before, drawn([]), t), 'drew 9♠\uFE0E')
  assert.equal(seen(before, drawn([], 'reserve'), t), 'took 9♠\uFE0E from the reserve')
  assert.equal(seen(before, drawn(0), t), null)
  assert.equal(seen(before, drawn([], 'play 9S'), t), null)
  assert.equal(seen(drawn([]), drawn([]), t), null)
})

test('a hint names horsemen and stacks as people do', () => {
  const table = frame({ horsemen: [null, rider(42)], stacks: [{ top: '9S' }] })
  assert.equal(name('h2', table, t), 'horseman 2, 42')
  const spades = name('s1', table, (key, params) => `${key} ${params?.card}`)
  assert.match(spades, /^four_horsemen\.name\.card /)
  assert.equal(name('s2', table, t), 's2')
})

test('the score is spelled out', () => {
  const horsemen = [rider(42), null, null, rider(27)]
  assert.equal(scoreWords(frame({ horsemen }), t), '2 of 4 · 17 cards left')
  assert.equal(scoreWords(frame({ horsemen, deck: 1 }), t), '2 of 4 · 1 card left')
})

const WON = [
  'draw',
  'play 9S',
  'beat h1 (9S*5D)-3H',
  'beat h2 9H*JC',
  'play KD',
  'beat h3 KD*2C',
  'beat h4 AH+(7C*4H)',
]

test('the story tells the widest sum, defeats in a row and the cards left', () => {
  const won = frame({ horsemen: [null, null, null, null] }, WON)
  assert.deepEqual(story(won, t), [
    'Your widest sum joined 3 stacks: 9 × 5 − 3 = 42.',
    '2 horsemen fell without a card between them.',
    '17 cards were left in the deck.',
  ])
  const lost = frame({ horsemen: [rider(42), null, null, null] }, ['draw'])
  assert.deepEqual(story(lost, t), [])
})

test('the picture in text has a row for each horseman and a square for each stack', () => {
  const horsemen = [null, rider(99), null, rider(27)]
  const told = ['beat h1 (9S*5D)-3H', 'beat h3 KD*2C']
  assert.equal(picture(frame({ horsemen }, told)), '⬛🟦🟥\n🟦🟩\n⬜\n⬜')
})

test('the moment of a move is the fall of a horseman', () => {
  const before = frame({ horsemen: [rider(42), null, null, rider(27)] }).view
  const after = frame({ horsemen: [null, null, null, rider(27)] }).view
  assert.equal(moment(before, after, t), '42 defeated')
  assert.equal(moment(before, before, t), null)
})

/** Drawing to a pair where draws are possible, and the moves that it sends. */
function drawing() {
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) })
  /** @type {string[]} */
  const sent = []
  const play = (/** @type {string} */ move) => sent.push(move)
  const picks = /** @type {any} */ ({ asked: null, clear() {}, play })
  const at = (/** @type {number} */ ply, /** @type {string[]} */ tops = []) =>
    /** @type {any} */ ({ ply, legal: [['draw', 'draw']], view: { tops } })
  return { drawing: new DrawToPair(picks), sent, at }
}

test('drawing to a pair sends one draw for each answer and ends with the pair', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { drawing: draws, sent, at } = drawing()
  assert.equal(draws.start(at(0)), true)
  assert.equal(draws.start(at(0)), false, 'one press is enough')
  assert.equal(sent.length, 1)
  draws.onState(at(1), true)
  context.mock.timers.tick(1)
  assert.equal(sent.length, 2)
  draws.onState(at(2, ['9S', '3S']), true)
  context.mock.timers.tick(1000)
  assert.deepEqual(sent, ['draw', 'draw'])
  assert.equal(draws.running, false)
  assert.equal(draws.start(at(2, ['9S', '3S'])), false)
})

test('drawing to a pair ends when the same state is shown again, as after a refusal', () => {
  const { drawing: draws, at } = drawing()
  draws.start(at(3))
  draws.onState(at(3), true)
  assert.equal(draws.running, false)
})
