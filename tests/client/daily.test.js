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

test('the next daily is one that was not begun, the featured one first', () => {
  const deals = { a: null, b: null, c: null }
  /** @type {any} */
  const live = { game: 'x', status: 'live', counted: true }
  const next = (/** @type {any} */ mine, played = 'a') =>
    nextGame({ deals, featured: 'c', mine }, played)
  assert.equal(next({ a: live }), 'c')
  assert.equal(next({ a: live, c: live }), 'b')
  assert.equal(next({ b: live, c: live }), null)
  assert.equal(next({ a: live, b: live, c: live }), null)
})

test('the lobby leads to the featured deal, then to the next one, and to its replay when all have ended', () => {
  const deals = { a: null, b: null, c: null }
  const [live, ended] = ['live', 'ended'].map((status) => ({ game: 'x', status, counted: true }))
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
    assert.equal(leadingGame(/** @type {any} */ ({ deals, featured: 'c', mine })), leads)
})

test('a day is shared as a square a deal, and help is named', () => {
  const deal = (
    /** @type {any} */ attempt,
    winner = /** @type {number | null} */ (null),
    tally = {},
  ) => ({
    attempt,
    state: /** @type {any} */ ({
      over: { winner, reason: 'x' },
      tally: { undone: 0, hints: 0, ...tally },
    }),
  })
  const ended = { game: 'x', status: 'ended', counted: true }
  const late = { ...ended, counted: false }
  const deals = [
    deal(ended, 0, { undone: 2 }),
    deal(ended, 0, { hints: 1 }),
    deal(ended),
    deal(late, 0, { hints: 9 }),
    { attempt: null, state: null },
    { attempt: /** @type {any} */ ({ ...ended, status: 'live' }), state: null },
  ]
  assert.deepEqual(deals.map(squareOf), [...['solved', 'helped', 'played', 'open', 'open', 'live']])
  assert.equal(dayToShare(DATE, deals), 'Richelieu 2026-11-23 1/6 🟩🟨🟥⬜⬜⬜, undo ×2, hint ×1')
})

test('the share of worse results is told from ten players on', () => {
  const text = (
    /** @type {number} */ rank,
    /** @type {number} */ worse,
    /** @type {number} */ of,
  ) => placeText({ class: 'unaided', rank, worse, of })
  assert.equal(
    text(8, 34, 42),
    'Rank 8 of 42 among the results without help. Better than 82% of the 41 others.',
  )
  for (const [rank, worse, of] of [
    [2, 7, 9],
    [1, 11, 12],
    [12, 0, 12],
  ])
    assert.doesNotMatch(text(rank, worse, of), /Better/)
})

test('only further attempts of the player are marked as rehearsals', () => {
  const day = { date: DATE, counted: true, late: false, over: false }
  assert.equal(markText(day, 0), 'Daily · Nov 23')
  assert.equal(markText({ ...day, counted: false }, 0), 'Rehearsal · Nov 23')
  assert.equal(markText({ ...day, counted: false }, null), 'Daily · Nov 23')
  assert.equal(markText({ ...day, counted: false, over: true }, 0), 'Nov 23 · practice')
  const late = { ...day, counted: false, late: true }
  assert.equal(markText(late, 0), 'Daily · Nov 23')
})

test('a place that could not be read is read again at the next press of Share', async () => {
  /** @type {any} */
  const rules = { id: 'citadel' }
  /** @type {any} */
  const state = { game: 'shared', seat: 0, start: null, over: null }
  const place = { rank: 2, count: 5 }
  const answers = [
    Response.json({ error: { code: 'internal' } }, { status: 500 }),
    Response.json({ items: { citadel: place } }),
  ]
  const asked = mock.method(globalThis, 'fetch', async () => answers.shift())
  const shared = () => factsToShare(DATE, rules, state)
  assert.deepEqual(await shared(), { par: null, place: null })
  assert.deepEqual(await shared(), { par: null, place })
  assert.deepEqual(await shared(), { par: null, place })
  assert.equal(asked.mock.callCount(), 2, 'what is known is not requested again')
  mock.restoreAll()
})
