// The deals of the day: what is said of their end, of the next one, and of attempts that do not count.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { forgetAnswers, noteAnswer } from '../../static/core/server-time.js'
import { dayToShare, squareOf } from '../../static/pages/daily/deals.js'
import { placeText } from '../../static/pages/daily/place.js'
import { timeLeft } from '../../static/pages/lobby/facts.js'
import { countdown } from '../../static/table/solitaire/countdown.js'
import { markText } from '../../static/table/solitaire/daily-deal.js'
import { minutesLeft } from '../../static/table/solitaire/midnight.js'
import { leadingGame, nextGame } from '../../static/table/solitaire/next-game.js'
import { factsToShare } from '../../static/table/solitaire/share-line.js'
import { endedState, rulesOf, serve, stateOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()

const DATE = '2026-11-23'

test('the last five minutes of a day are told, and that it is over', () => {
  for (const [time, minutes] of /** @type {const} */ ([
    ['2026-11-23T12:00:00Z', null],
    ['2026-11-23T23:54:59Z', null],
    ['2026-11-23T23:55:00Z', 5],
    ['2026-11-23T23:58:30Z', 2],
    ['2026-11-23T23:59:59Z', 1],
    ['2026-11-24T00:00:00Z', 0],
    ['2026-11-24T07:00:00Z', 0],
  ]))
    assert.equal(minutesLeft(DATE, Date.parse(time)), minutes, time)
})

test('the end of a day is told by the clock of the server, not of the device', () => {
  const now = performance.now()
  noteAnswer(Date.parse('2026-11-23T23:58:30Z'), now, now)
  assert.equal(minutesLeft(DATE), 2)
  forgetAnswers()
})

/** What a countdown shows first. @param {{ date: string, today: string }} day */
function firstOf(day) {
  /** @type {{ wait: string | null, over: boolean }[]} */
  const shown = []
  countdown(day, ({ wait, over }) => shown.push({ wait, over }))()
  return shown[0]
}

test('the next deals and a move by days are awaited by the clock of the server', () => {
  const now = performance.now()
  noteAnswer(Date.parse('2026-11-23T22:28:30Z'), now, now)
  const day = { date: DATE, today: DATE }
  const wait = '1 hour and 32 minutes'
  assert.deepEqual(firstOf(day), { wait, over: false })
  const moved = Date.parse('2026-11-21T23:30:00Z')
  /** @type {any} */
  const game = { control: { days: 3 }, turn: 0, moved }
  assert.equal(timeLeft(game), '1 day left')
  forgetAnswers()
})

test('a wrong clock of the device alone begins no day', () => {
  for (const today of ['1999-12-31', '2999-12-31'])
    assert.deepEqual(firstOf({ date: today, today }), { wait: null, over: false })
})

const DEALS = { a: null, b: null, c: null }
/** Attempts that count. @type {any[]} */
const [live, ended] = ['live', 'ended'].map((status) => ({ game: 'x', status, counted: true }))

test('the next daily is one that was not begun, the featured one first', () => {
  const next = (/** @type {any} */ mine) => nextGame({ deals: DEALS, featured: 'c', mine }, 'a')
  assert.equal(next({ a: live }), 'c')
  assert.equal(next({ a: live, c: live }), 'b')
  assert.equal(next({ b: live, c: live }), null)
  assert.equal(next({ a: live, b: live, c: live }), null)
})

test('the lobby leads to the featured deal, then to the next one, and to its replay when all have ended', () => {
  const rows = /** @type {const} */ ([
    [{}, 'c'],
    [{ c: live }, 'c'],
    [{ a: ended }, 'c'],
    [{ c: ended }, 'a'],
    [{ c: ended, a: ended }, 'b'],
    [{ c: ended, a: live }, 'b'],
    [{ c: ended, a: live, b: ended }, 'a'],
    [{ c: ended, a: ended, b: ended }, 'c'],
  ])
  for (const [mine, leads] of rows)
    assert.equal(leadingGame(/** @type {any} */ ({ deals: DEALS, featured: 'c', mine })), leads)
})

test('a day is shared as a square a deal, and help is named', () => {
  const deal = (/** @type {any} */ attempt, winner = /** @type {any} */ (null), tally = {}) => ({
    attempt,
    state: endedState(winner, 'x', { tally: { undone: 0, hints: 0, ...tally } }),
  })
  const late = { ...ended, counted: false }
  const deals = [
    deal(ended, 0, { undone: 2 }),
    deal(ended, 0, { hints: 1 }),
    deal(ended),
    deal(late, 0, { hints: 9 }),
    { attempt: null, state: null },
    { attempt: live, state: null },
  ]
  assert.deepEqual(deals.map(squareOf), [...['solved', 'helped', 'played', 'open', 'open', 'live']])
  assert.equal(dayToShare(DATE, deals), 'Richelieu 2026-11-23 1/6 🟩🟨🟥⬜⬜⬜, undo ×2, hint ×1')
})

test('the share of worse results is told from ten players on', () => {
  /** @param {number} rank @param {number} worse @param {number} of */
  const text = (rank, worse, of) => placeText({ class: 'unaided', rank, worse, of })
  assert.equal(
    text(8, 34, 42),
    'Rank 8 of 42 among the results without help. Better than 82% of the 41 others.',
  )
  for (const other of [text(2, 7, 9), text(1, 11, 12), text(12, 0, 12)])
    assert.doesNotMatch(other, /Better/)
})

test('only further attempts of the player are marked as rehearsals', () => {
  const day = { date: DATE, counted: false, late: false, over: false }
  for (const [more, seat, text] of /** @type {[object, number | null, string][]} */ ([
    [{ counted: true }, 0, 'Daily · Nov 23'],
    [{}, 0, 'Rehearsal · Nov 23'],
    [{}, null, 'Daily · Nov 23'],
    [{ over: true }, 0, 'Nov 23 · practice'],
    [{ late: true }, 0, 'Daily · Nov 23'],
  ]))
    assert.equal(markText({ ...day, ...more }, seat), text)
})

test('a place that could not be read is read again at the next press of Share', async () => {
  const rules = rulesOf('citadel')
  const state = stateOf({ game: 'shared' })
  const place = { rank: 2, count: 5 }
  const answers = [
    Response.json({ error: { code: 'internal' } }, { status: 500 }),
    Response.json({ items: { citadel: place } }),
  ]
  const requests = serve(() => answers.shift())
  const shared = () => factsToShare(DATE, rules, state)
  assert.deepEqual(await shared(), { par: null, place: null })
  assert.deepEqual(await shared(), { par: null, place })
  assert.deepEqual(await shared(), { par: null, place })
  assert.equal(requests.length, 2, 'what is known is not requested again')
  mock.restoreAll()
})
