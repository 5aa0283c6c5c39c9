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
import { ANN, endedState, rulesOf, stateOf } from './games.js'
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

const DUEL = rulesOf('sample', { seats: ['black', 'white'] })
const SOLITAIRE = rulesOf('single', { seats: ['player'] })

test('one player may hold both sides, whose own seat is the first; the own seat is at the bottom', () => {
  for (const [changes, both, bottom] of /** @type {[object, boolean, number][]} */ ([
    [{}, false, 0],
    [{ seat: 1 }, false, 1],
    [{ seat: null }, false, 0],
    [{ seat: 1, players: [ANN, ANN] }, true, 0],
    [{ players: [null, null] }, false, 0],
    [{ players: [ANN] }, false, 0],
  ])) {
    assert.equal(playsBothSides(stateOf(changes)), both)
    assert.equal(bottomSeat(stateOf(changes)), bottom)
  }
})

test('a game of an older version of the rules says so, a game of the current one nothing', () => {
  const rules = { ...DUEL, version: 2 }
  assert.equal(versionText(rules, { version: 1 }), 'Rules of version 1')
  assert.equal(versionText(rules, { version: 2 }), '')
})

test('it is your turn only in a live game at your seat', () => {
  assert.equal(isYourTurn(stateOf()), true)
  assert.equal(isYourTurn(stateOf({ turn: 1 })), false)
  assert.equal(isYourTurn(stateOf({ seat: null, turn: null })), false)
  assert.equal(isYourTurn(stateOf({ status: 'ended' })), false)
})

test('a seat without a player is free', () => {
  const open = stateOf({ players: [ANN, null] })
  assert.equal(playerName(open, 0), 'Ann')
  assert.equal(playerName(open, 1), 'Free seat')
})

test('the turn of a table is told as its reader sees it', () => {
  for (const [rules, shown, text] of /** @type {[any, any, string][]} */ ([
    [DUEL, stateOf({ status: 'open' }), 'Waiting for an opponent'],
    [DUEL, stateOf(), 'Your move'],
    [DUEL, stateOf({ turn: 1 }), 'Ben’s move'],
    [DUEL, stateOf({ seat: null }), 'Black to move'],
    [DUEL, stateOf({ players: [ANN, ANN] }), 'Black to move'],
    [SOLITAIRE, stateOf({ players: [ANN] }), ''],
    [SOLITAIRE, stateOf({ players: [ANN], seat: null }), 'Being played'],
    [SOLITAIRE, stateOf({ players: [ANN], view: { stuck: true } }), 'No moves left'],
    [DUEL, endedState(1, 'mate'), 'You lost'],
  ]))
    assert.equal(turnText(rules, shown), text)
})

test('a result is told as its reader sees it', () => {
  for (const [rules, shown, text] of /** @type {[any, any, string][]} */ ([
    [DUEL, endedState(0, 'mate'), 'You won'],
    [DUEL, endedState(1, 'mate', { seat: null }), 'White won'],
    [DUEL, endedState(1, 'mate', { players: [ANN, ANN] }), 'White won'],
    [DUEL, endedState(null, 'agreed'), 'A draw'],
    [DUEL, endedState(null, 'aborted'), 'Game aborted'],
    [SOLITAIRE, endedState(0, 'done', { players: [ANN] }), 'Solved'],
    [SOLITAIRE, endedState(null, 'resigned', { players: [ANN], score: [9] }), 'Not solved'],
    [DUEL, stateOf(), ''],
  ]))
    assert.equal(resultText(rules, shown), text)
})

/** @param {object} changes */
const aborted = (changes) => endedState(null, 'aborted', changes)
const CLOSED = 'A moderator closed this game. It does not count.'
const PAUSES =
  'Three games left early within an hour pause pairing for you, at first for 5 minutes.'

test('the reason of an end is the sentence that tells the reader most', () => {
  /** @type {any} */
  const board = { words: { over: () => 'The board says so.' } }
  for (const [shown, text, own = null] of /** @type {[any, string, any?][]} */ ([
    [endedState(0, 'mate'), 'The board says so.', board],
    [stateOf(), '', board],
    [endedState(1, 'unheard'), 'The game is over.', { words: {} }],
    [endedState(0, 'mate'), 'Black mated.'],
    [endedState(null, 'stalemate'), 'Nobody can move.'],
    [endedState(null, 'abandoned'), 'Nobody moved for 30 days, so it is a draw.'],
    [endedState(0, 'resigned', { seat: null }), 'White resigned.'],
    [endedState(0, 'resigned'), 'Ben resigned.'],
    [endedState(1, 'flag'), 'You ran out of time.'],
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
  const alone = endedState(null, 'resigned', { players: [ANN] })
  assert.equal(reasonText(SOLITAIRE, alone, null), 'You gave up.')
})

test("the coach speaks the board's hint or the seat's sentence, and nothing where the family has none", () => {
  /** @type {any} */
  const shy = { words: { coach: () => null } }
  assert.equal(coachText(DUEL, stateOf(), 0, 0, shy), null)
  assert.equal(coachText(DUEL, stateOf(), 0, 0), 'Black begins.')
  assert.equal(coachText(DUEL, stateOf(), 1, 0), null)
  assert.equal(coachText(DUEL, stateOf(), 0, 1), null, 'it has a sentence for the first move only')
  assert.equal(coachText(DUEL, stateOf(), 0, 2), 'Take care.')
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
  const rules = rulesOf('points', { seats: ['player'] })
  const over = endedState(null, 'resigned', { players: [ANN], score: [50] })
  assert.equal(resultText(rules, over), '50 of 56')
  assert.deepEqual(giveUpWords(rules, stateOf({ score: [50] })), {
    finishes: true,
    label: 'Finish with 50',
    title: 'Finish?',
    about: 'It ends.',
  })
  assert.equal(giveUpWords(rules, stateOf({ score: [0] })).label, 'Give up')
  assert.equal(giveUpWords(SOLITAIRE, stateOf({ score: [50] })).label, 'Give up')
})

test('the text of a printed move is read from its content', () => {
  const readable = (/** @type {string} */ told) =>
    html`<span>${told[0]}<b>${['x', 2]}</b>${told !== 'c3' && told.slice(1)}${null}</span>`
  assert.equal(readableText({ words: { readable } }, 'c3 c4'), 'cx23 c4')
  assert.equal(readableText({ words: { readable } }, 'c3'), 'cx2')
  assert.equal(readableText({ words: { readable: (told) => told.toUpperCase() } }, 'c3'), 'C3')
  assert.equal(readableText({ words: {} }, 'c3'), 'c3')
})
