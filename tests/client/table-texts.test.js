import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from '../../static/core/format.js'
import { add, t } from '../../static/core/i18n.js'
import { controlWords } from '../../static/core/people.js'
import {
  bottomSeat,
  coachText,
  giveUpWords,
  isYourTurn,
  playerName,
  playsBothSides,
  readableText,
  reasonText,
  resultText,
  turnText,
  versionText,
} from '../../static/table/texts.js'
import { html } from '../../static/vendor/preact.js'
import { addTexts } from './texts.js'

addTexts()
add({
  'sample.seat.black': 'Black',
  'sample.seat.white': 'White',
  'sample.over.mate.0': 'Black mated.',
  'sample.over.stalemate': 'Nobody can move.',
  'sample.coach.0': 'Black begins.',
})

/** @type {any} */
const DUEL = { id: 'sample', family: 'sample', seats: ['black', 'white'] }
/** @type {any} */
const SOLITAIRE = { id: 'single', family: 'single', seats: ['player'] }

const ANN = { id: 'a', name: 'Ann' }
const BEN = { id: 'b', name: 'Ben' }

/** @param {object} [changes]
 * @returns {any} a live state of a game for two, seen from seat 0, which is to move */
const state = (changes = {}) => ({
  status: 'live',
  seat: 0,
  turn: 0,
  view: {},
  over: null,
  players: [ANN, BEN],
  ...changes,
})

/** @param {number | null} winner
 * @param {string} reason
 * @param {object} [changes] */
const ended = (winner, reason, changes = {}) =>
  state({ status: 'ended', turn: null, over: { winner, reason }, ...changes })

test('a player holds both sides when both seats have the same id', () => {
  assert.equal(playsBothSides(state({ players: [ANN, ANN] })), true)
  assert.equal(playsBothSides(state()), false)
  assert.equal(playsBothSides(state({ players: [null, null] })), false)
  assert.equal(playsBothSides(state({ players: [ANN] })), false)
})

test('a game of an older version of the rules says so, a game of the current one nothing', () => {
  /** @type {any} */
  const rules = { ...DUEL, version: 2 }
  assert.equal(versionText(rules, { version: 1 }), 'Rules of version 1')
  assert.equal(versionText(rules, { version: 2 }), '')
})

test("the viewer's own seat is at the bottom, seat 0 for spectators and for both sides", () => {
  assert.equal(bottomSeat(state({ seat: 1 })), 1)
  assert.equal(bottomSeat(state({ seat: null })), 0)
  assert.equal(bottomSeat(state({ seat: 1, players: [ANN, ANN] })), 0)
})

test('it is your turn only in a live game at your seat', () => {
  assert.equal(isYourTurn(state()), true)
  assert.equal(isYourTurn(state({ turn: 1 })), false)
  assert.equal(isYourTurn(state({ seat: null, turn: null })), false)
  assert.equal(isYourTurn(state({ status: 'ended' })), false)
})

test('a seat without a player is free', () => {
  const open = state({ players: [ANN, null] })
  assert.equal(playerName(open, 0), 'Ann')
  assert.equal(playerName(open, 1), 'Free seat')
})

for (const [name, rules, shown, text] of /** @type {[string, any, any, string][]} */ ([
  ['open', DUEL, state({ status: 'open' }), 'Waiting for an opponent'],
  ['yours', DUEL, state(), 'Your move'],
  ["the opponent's", DUEL, state({ turn: 1 }), 'Ben’s move'],
  ['watched', DUEL, state({ seat: null }), 'Black to move'],
  ['both sides', DUEL, state({ players: [ANN, ANN] }), 'Black to move'],
  ['solitaire', SOLITAIRE, state({ players: [ANN] }), ''],
  ['watched solitaire', SOLITAIRE, state({ players: [ANN], seat: null }), 'Being played'],
  ['stuck', SOLITAIRE, state({ players: [ANN], view: { stuck: true } }), 'No moves left'],
  ['ended', DUEL, ended(1, 'mate'), 'You lost'],
])) {
  test(`the turn of a table that is ${name}: ${text}`, () => {
    assert.equal(turnText(rules, shown), text)
  })
}

for (const [rules, shown, text] of /** @type {[any, any, string][]} */ ([
  [DUEL, ended(0, 'mate'), 'You won'],
  [DUEL, ended(1, 'mate'), 'You lost'],
  [DUEL, ended(1, 'mate', { seat: null }), 'White won'],
  [DUEL, ended(1, 'mate', { players: [ANN, ANN] }), 'White won'],
  [DUEL, ended(null, 'agreed'), 'A draw'],
  [DUEL, ended(null, 'aborted'), 'Game aborted'],
  [SOLITAIRE, ended(0, 'done', { players: [ANN] }), 'Solved'],
  [SOLITAIRE, ended(null, 'resigned', { players: [ANN], score: [9] }), 'Not solved'],
  [DUEL, state(), ''],
])) {
  test(`the result of ${JSON.stringify(shown.over)} at seat ${shown.seat} of ${rules.id}: ${text}`, () => {
    assert.equal(resultText(rules, shown), text)
  })
}

/** @type {any} */
const board = { words: { over: () => 'The board says so.' } }

for (const [name, rules, shown, own, text] of /** @type {[string, any, any, any, string][]} */ ([
  ["the board's sentence", DUEL, ended(0, 'mate'), board, 'The board says so.'],
  [
    'that of a draw',
    DUEL,
    ended(null, 'abandoned'),
    null,
    'Nobody moved for 30 days, so it is a draw.',
  ],
  ["the family's for this winner", DUEL, ended(0, 'mate'), null, 'Black mated.'],
  ["the family's for any winner", DUEL, ended(null, 'stalemate'), null, 'Nobody can move.'],
  [
    'the common one for a spectator',
    DUEL,
    ended(0, 'resigned', { seat: null }),
    null,
    'White resigned.',
  ],
  ["the opponent's", DUEL, ended(0, 'resigned'), null, 'Ben resigned.'],
  ["the player's own", DUEL, ended(1, 'flag'), null, 'You ran out of time.'],
  [
    'the common one of solitaires',
    SOLITAIRE,
    ended(null, 'resigned', { players: [ANN] }),
    null,
    'You gave up.',
  ],
  [
    'that a moderator closed it, once both have moved',
    DUEL,
    ended(null, 'aborted', { told: ['a', 'b'] }),
    null,
    'A moderator closed this game. It does not count.',
  ],
  [
    'the same for both when it was aborted before',
    DUEL,
    ended(null, 'aborted', { told: ['a'] }),
    null,
    'The game was aborted. It does not count.',
  ],
  [
    'the opponent who aborted it',
    DUEL,
    ended(null, 'aborted', { told: [], aborted_by: 1 }),
    null,
    'Ben aborted the game. It does not count.',
  ],
  [
    'the player who aborted it',
    DUEL,
    ended(null, 'aborted', { told: [], aborted_by: 0 }),
    null,
    'You aborted the game. It does not count.',
  ],
  [
    'the player who made no first move',
    DUEL,
    ended(null, 'aborted', {
      told: ['a'],
      aborted_by: 1,
      missed_first_move: true,
    }),
    null,
    'Ben made no first move in time. The game does not count.',
  ],
  [
    'what follows for the player who made no first move',
    DUEL,
    ended(null, 'aborted', { told: [], aborted_by: 0, missed_first_move: true }),
    null,
    'You made no first move in time. The game does not count. Three games left early within an hour pause pairing for you, at first for 5 minutes.',
  ],
  [
    'what follows for the player who aborted a game of the lobby',
    DUEL,
    ended(null, 'aborted', { told: [], aborted_by: 0, public: true }),
    null,
    'You aborted the game. It does not count. Three games left early within an hour pause pairing for you, at first for 5 minutes.',
  ],
  ['that the game is over', DUEL, ended(1, 'unheard'), { words: {} }, 'The game is over.'],
  ['nothing while it runs', DUEL, state(), board, ''],
])) {
  test(`the reason of an end is ${name}`, () => {
    assert.equal(reasonText(rules, shown, own), text)
  })
}

test("the coach speaks the seat's sentence, and nothing where the family has none", () => {
  assert.equal(coachText(DUEL, state(), 0), 'Black begins.')
  assert.equal(coachText(DUEL, state(), 1), null)
})

test('an invitation names the clock in the right number', () => {
  const told = (/** @type {object} */ control) =>
    t('join.clock', { control: controlWords(control) })
  assert.equal(told({ base: 60, increment: 1 }), 'Clock: 1 minute and 1 second a move.')
  assert.equal(told({ base: 300, increment: 3 }), 'Clock: 5 minutes and 3 seconds a move.')
  assert.equal(told({ base: 61, increment: 0 }), 'Clock: 1 minute 1 second and 0 seconds a move.')
  assert.equal(told({ base: 30, increment: 1 }), 'Clock: 30 seconds and 1 second a move.')
})

test('the hint of a board goes before that of the catalogue', () => {
  /** @type {any} */
  const shy = { words: { coach: () => null } }
  assert.equal(coachText(DUEL, state(), 0, shy), null)
})

for (const [ms, text] of /** @type {[number, string][]} */ ([
  [-5, '0:00'],
  [999, '0:00'],
  [61_000, '1:01'],
  [3_599_999, '59:59'],
  [3_600_000, '1:00:00'],
  [36_061_000, '10:01:01'],
])) {
  test(`${ms} ms are written ${text}`, () => {
    assert.equal(formatDuration(ms), text)
  })
}

test('a game of points that was not won is told by what was reached, and ends by a button that names it', () => {
  add({
    'points.over.reached': '{count} of 56',
    'points.finish': 'Finish with {count}',
    'points.finish.sure': 'Finish?',
    'points.finish.about': 'It ends.',
  })
  /** @type {any} */
  const rules = { id: 'points', family: 'points', seats: ['player'] }
  const over = ended(null, 'resigned', { players: [ANN], score: [50] })
  assert.equal(resultText(rules, over), '50 of 56')
  assert.deepEqual(giveUpWords(rules, state({ score: [50] })), {
    finishes: true,
    label: 'Finish with 50',
    title: 'Finish?',
    about: 'It ends.',
  })
  for (const [of, score] of [
    [rules, [0]],
    [SOLITAIRE, [50]],
  ])
    assert.equal(giveUpWords(of, state({ score })).label, 'Give up')
})

test('the text of a printed move is read from its content', () => {
  const readable = (/** @type {string} */ told) =>
    html`<span>${told[0]}<b>${['x', 2]}</b>${told !== 'c3' && told.slice(1)}${null}</span>`
  assert.equal(readableText({ words: { readable } }, 'c3 c4'), 'cx23 c4')
  assert.equal(readableText({ words: { readable } }, 'c3'), 'cx2')
  assert.equal(readableText({ words: { readable: (told) => told.toUpperCase() } }, 'c3'), 'C3')
  assert.equal(readableText({ words: {} }, 'c3'), 'c3')
})
