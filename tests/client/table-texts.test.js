import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from '../../static/core/format.js'
import { add } from '../../static/core/i18n.js'
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
  'sample.coach.0.3': 'Take care.',
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

test('the turn of a table is told as its reader sees it', () => {
  for (const [rules, shown, text] of /** @type {[any, any, string][]} */ ([
    [DUEL, state({ status: 'open' }), 'Waiting for an opponent'],
    [DUEL, state(), 'Your move'],
    [DUEL, state({ turn: 1 }), 'Ben’s move'],
    [DUEL, state({ seat: null }), 'Black to move'],
    [DUEL, state({ players: [ANN, ANN] }), 'Black to move'],
    [SOLITAIRE, state({ players: [ANN] }), ''],
    [SOLITAIRE, state({ players: [ANN], seat: null }), 'Being played'],
    [SOLITAIRE, state({ players: [ANN], view: { stuck: true } }), 'No moves left'],
    [DUEL, ended(1, 'mate'), 'You lost'],
  ]))
    assert.equal(turnText(rules, shown), text)
})

test('a result is told as its reader sees it', () => {
  for (const [rules, shown, text] of /** @type {[any, any, string][]} */ ([
    [DUEL, ended(0, 'mate'), 'You won'],
    [DUEL, ended(1, 'mate', { seat: null }), 'White won'],
    [DUEL, ended(1, 'mate', { players: [ANN, ANN] }), 'White won'],
    [DUEL, ended(null, 'agreed'), 'A draw'],
    [DUEL, ended(null, 'aborted'), 'Game aborted'],
    [SOLITAIRE, ended(0, 'done', { players: [ANN] }), 'Solved'],
    [SOLITAIRE, ended(null, 'resigned', { players: [ANN], score: [9] }), 'Not solved'],
    [DUEL, state(), ''],
  ]))
    assert.equal(resultText(rules, shown), text)
})

/** @param {object} changes */
const aborted = (changes) => ended(null, 'aborted', changes)
const CLOSED = 'A moderator closed this game. It does not count.'
const PAUSES =
  'Three games left early within an hour pause pairing for you, at first for 5 minutes.'

test('the reason of an end is the sentence that tells the reader most', () => {
  /** @type {any} */
  const board = { words: { over: () => 'The board says so.' } }
  for (const [shown, text, own = null] of /** @type {[any, string, any?][]} */ ([
    [ended(0, 'mate'), 'The board says so.', board],
    [state(), '', board],
    [ended(1, 'unheard'), 'The game is over.', { words: {} }],
    [ended(0, 'mate'), 'Black mated.'],
    [ended(null, 'stalemate'), 'Nobody can move.'],
    [ended(null, 'abandoned'), 'Nobody moved for 30 days, so it is a draw.'],
    [ended(0, 'resigned', { seat: null }), 'White resigned.'],
    [ended(0, 'resigned'), 'Ben resigned.'],
    [ended(1, 'flag'), 'You ran out of time.'],
    [aborted({ told: ['a', 'b'] }), CLOSED],
    [aborted({ told: ['a'] }), 'The game was aborted. It does not count.'],
    [aborted({ told: [], aborted_by: 1 }), 'Ben aborted the game. It does not count.'],
    [aborted({ told: [], aborted_by: 0 }), 'You aborted the game. It does not count.'],
    [
      aborted({ told: [], aborted_by: 0, public: true }),
      `You aborted the game. It does not count. ${PAUSES}`,
    ],
    [
      aborted({ told: ['a'], aborted_by: 1, missed_first_move: true }),
      'Ben made no first move in time. The game does not count.',
    ],
    [
      aborted({ told: [], aborted_by: 0, missed_first_move: true }),
      `You made no first move in time. The game does not count. ${PAUSES}`,
    ],
  ]))
    assert.equal(reasonText(DUEL, shown, own), text)
  const alone = ended(null, 'resigned', { players: [ANN] })
  assert.equal(reasonText(SOLITAIRE, alone, null), 'You gave up.')
})

test("the coach speaks the seat's sentence, and nothing where the family has none", () => {
  assert.equal(coachText(DUEL, state(), 0, 0), 'Black begins.')
  assert.equal(coachText(DUEL, state(), 1, 0), null)
  assert.equal(coachText(DUEL, state(), 0, 1), null, 'it has a sentence for the first move only')
  assert.equal(coachText(DUEL, state(), 0, 2), 'Take care.')
})

test('the hint of a board goes before that of the catalogue', () => {
  /** @type {any} */
  const shy = { words: { coach: () => null } }
  assert.equal(coachText(DUEL, state(), 0, 0, shy), null)
})

test('a duration is written in minutes and seconds, and from an hour on in hours', () => {
  for (const [ms, text] of /** @type {[number, string][]} */ ([
    [-5, '0:00'],
    [61_000, '1:01'],
    [3_599_999, '59:59'],
    [36_061_000, '10:01:01'],
  ]))
    assert.equal(formatDuration(ms), text)
})

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
