import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, keyOf, possible, unlessSaid } from '../../static/board/contract.js'
import { Picks } from '../../static/board/picks.js'
import { add, t } from '../../static/core/i18n.js'

Object.assign(globalThis, { document: { documentElement: { lang: 'en' } } })
add({
  'refused.game_over': 'The game is over.',
  'refused.not_live': 'Not begun.',
  'refused.watching': 'You watch.',
  'refused.pending': 'On its way.',
  'refused.not_your_turn': 'It is the turn of {seat}.',
  'refused.illegal_move': '{name} is not possible.',
  'refused.nothing_there': 'Nothing on {name}.',
  'refused.stuck': '{name} cannot move.',
  'refused.theirs': '{name} is theirs.',
  'refused.movable': 'Can move: {what}.',
  'refused.from': 'From {from}: {what}.',
  'refused.many': '{count} possibilities.',
  'seat.unknown': 'the other',
  'castle.seat.builder': 'the Builder',
})

const rules = /** @type {Rules} */ ({ family: 'castle', seats: ['builder', 'besieger'] })
const frame = /** @type {State} */ ({ status: 'live', turn: 0 })
const how = /** @type {ShowOptions} */ ({ seat: 0, interactive: true })
const board = { name: (/** @type {string} */ word) => word.toUpperCase(), words: {} }

/** @param {string[]} moves @param {string[]} picked */
function services(moves, picked = []) {
  const picks = new Picks()
  picks.set(moves.map((move) => [move, move]))
  for (const word of picked) picks.point(word)
  return { picks, t, rules }
}

const tried = { frame, how, words: [], word: 'c3', owner: null }

test('a try says why not, and what is possible instead', () => {
  const sentence = explain(services(['a1 b1', 'b2 b1']), board, tried)
  assert.equal(sentence, 'Nothing on C3. Can move: A1 and B2.')
})

test('whose piece it is makes the difference', () => {
  const given = services(['a1 b1'])
  const own = explain(given, board, { ...tried, owner: 0 })
  const theirs = explain(given, board, { ...tried, owner: 1 })
  assert.equal(own, 'C3 cannot move. Can move: A1.')
  assert.equal(theirs, 'C3 is theirs. Can move: A1.')
})

test('after a picked word the targets are listed', () => {
  const given = services(['a1 b1', 'a1 a2'], ['a1'])
  const sentence = explain(given, board, { ...tried, words: ['a1'] })
  assert.equal(sentence, 'C3 is not possible. From A1: B1 and A2.')
})

test("the family's own reason goes before the common one", () => {
  const own = { ...board, words: { refuse: () => 'Musketeers capture.' } }
  const sentence = explain(services(['a1 b1']), own, tried)
  assert.equal(sentence, 'Musketeers capture. Can move: A1.')
})

test('who cannot move at all is told that first', () => {
  const given = services(['a1 b1'])
  const told = (/** @type {Partial<typeof tried>} */ change) =>
    explain(given, board, { ...tried, ...change })
  assert.equal(told({ frame: { ...frame, status: 'ended' } }), 'The game is over.')
  assert.equal(told({ frame: { ...frame, status: 'open' } }), 'Not begun.')
  assert.equal(told({ how: { ...how, seat: null } }), 'You watch.')
  assert.equal(told({ how: { ...how, seat: 1 } }), 'It is the turn of the Builder.')
  assert.equal(told({ frame: { ...frame, turn: 1 } }), 'It is the turn of the other.')
  given.picks.play('a1 b1')
  assert.equal(told({}), 'On its way.')
})

test('more than eight possibilities are counted, not listed', () => {
  const moves = [...'abcdefghi'].map((file) => `${file}1 ${file}2`)
  assert.equal(possible(services(moves), board, frame), '9 possibilities.')
  assert.match(possible(services(moves.slice(1)), board, frame), /^Can move: /)
})

test('where the focus is not visible no key is spoken of', (context) => {
  const { document } = /** @type {any} */ (globalThis)
  document.activeElement = { matches: () => false }
  context.after(() => delete document.activeElement)
  add({
    'refused.many.lit': 'What can move lights up.',
    'refused.many.counted': '{count} possibilities.',
  })
  const moves = [...'abcdefghi'].map((file) => `a1 ${file}2`)
  const pieces = [...'abcdefghi'].map((file) => `${file}1 ${file}2`)
  const [first, then] = [services(pieces), services(moves, ['a1'])]
  assert.equal(possible(first, board, frame), 'What can move lights up.')
  assert.equal(possible(then, board, frame), '9 possibilities.')
})

test('where nothing is possible nothing is said', () => {
  assert.equal(possible(services([]), board, frame), '')
})

test('a letter or digit of another script is the Latin one in its place, a Latin one is itself', () => {
  for (const [key, code, name] of [
    ['z', 'KeyZ', 'z'],
    ['N', 'KeyN', 'n'],
    ['я', 'KeyZ', 'z'],
    ['Я', 'KeyZ', 'z'],
    ['ζ', 'KeyZ', 'z'],
    ['ז', 'KeyZ', 'z'],
    ['لا', 'KeyB', 'b'],
    ['٢', 'Digit2', '2'],
    ['z', 'KeyW', 'z'], // AZERTY
    ['é', 'Digit2', 'é'],
    ['7', 'Digit2', '7'], // a layout for programmers
    ['×', 'KeyO', '×'],
    ['ж', 'Semicolon', 'ж'],
    ['?', 'Digit7', '?'],
    ['Escape', 'Escape', 'Escape'],
  ])
    assert.equal(keyOf({ key, code }), name, `${key} ${code}`)
})

test('the line below the board goes while the strip says its sentence', () => {
  assert.equal(unlessSaid('A 3 steps.', 'A 3 steps. Possible: b3.'), '')
  assert.equal(unlessSaid('A 3 steps.', 'Blocked. Possible: b3.'), 'A 3 steps.')
  assert.equal(unlessSaid('A 3 steps.', ''), 'A 3 steps.')
  assert.equal(unlessSaid('A 3 steps.'), 'A 3 steps.', 'there is no strip')
})
