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
  const only = services(['a1 b1'])
  const picked = services(['a1 b1', 'a1 a2'], ['a1'])
  const own = { ...board, words: { refuse: () => 'Musketeers capture.' } }
  for (const [given, on, change, sentence] of /** @type {[Services, any, object, string][]} */ ([
    [services(['a1 b1', 'b2 b1']), board, {}, 'Nothing on C3. Can move: A1 and B2.'],
    [only, board, { owner: 0 }, 'C3 cannot move. Can move: A1.'],
    [only, board, { owner: 1 }, 'C3 is theirs. Can move: A1.'],
    [picked, board, { words: ['a1'] }, 'C3 is not possible. From A1: B1 and A2.'],
    [only, own, {}, 'Musketeers capture. Can move: A1.'], // the family's own reason goes first
  ]))
    assert.equal(explain(given, on, { ...tried, ...change }), sentence)
})

test('who cannot move at all is told that first', () => {
  const given = services(['a1 b1'])
  for (const [change, sentence] of /** @type {[object, string][]} */ ([
    [{ frame: { ...frame, status: 'ended' } }, 'The game is over.'],
    [{ frame: { ...frame, status: 'open' } }, 'Not begun.'],
    [{ how: { ...how, seat: null } }, 'You watch.'],
    [{ how: { ...how, seat: 1 } }, 'It is the turn of the Builder.'],
    [{ frame: { ...frame, turn: 1 } }, 'It is the turn of the other.'],
  ]))
    assert.equal(explain(given, board, { ...tried, ...change }), sentence)
  given.picks.play('a1 b1')
  assert.equal(explain(given, board, tried), 'On its way.')
})

test('more than eight possibilities are counted, not listed, and nothing is said of none', () => {
  const moves = [...'abcdefghi'].map((file) => `${file}1 ${file}2`)
  assert.equal(possible(services(moves), board, frame), '9 possibilities.')
  assert.match(possible(services(moves.slice(1)), board, frame), /^Can move: /)
  assert.equal(possible(services([]), board, frame), '')
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
