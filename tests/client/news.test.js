// What the pages beside a table show of the player's games against people, frame by frame.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endSentence } from '../../static/app/news/texts.js'
import { applyBoards } from '../../static/live/lobby-changes.js'
import { News, wanted } from '../../static/live/news.js'
import { keepRunning, noteTable, runningGames, takeEnded } from '../../static/live/own-games.js'
import { endedState, stateOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()

const ME = { id: 'me', name: 'Milady' }
const ATHOS = { id: 'athos', name: 'Athos' }
const HELP = { game: null, table: false, lobby: false }
const TABLE = { game: 'game', table: true, lobby: false }
const LOBBY = { game: null, table: false, lobby: true }

/** @param {object} [changes] @returns {any} */
const item = (changes) => ({
  id: 'game',
  rules: 'cardmate',
  players: [ME, ATHOS],
  control: { base: 60, increment: 0 },
  ply: 2,
  turn: 0,
  to: null,
  clock: { left: [23_000, 50_000], running: 0, at: 1000 },
  ...changes,
})
const challenge = item({ id: 'asked', players: [ATHOS, null], to: ME, clock: undefined })
const open = item({ players: [ME, null], clock: undefined, turn: null })
const unclocked = item({ clock: undefined, control: null })

/** @param {any[]} mine @param {object} [rest] @returns {any} */
const frame = (mine, rest) => ({ open: [], live: [], mine, online: 1, ...rest })

/** @param {any[][]} frames @param {string[]} [running] */
function after(frames, running = []) {
  const news = new News('me', running)
  const told = frames.map((mine) => news.frame(frame(mine)))
  return { news, last: told.at(-1) ?? { events: [], gone: [] } }
}

const whats = (/** @type {{ events: any[] }} */ { events }) => events.map(({ what }) => what)

/** The lines on a page, after these games. @param {any[]} mine @param {any} [place] */
const linesOf = (mine, place = HELP) => after([mine]).news.lines(place)

test('a game that has begun shows the whole time, which stands still', () => {
  const clock = { left: [61_000, 60_000], running: null, at: 1000 }
  const [line] = linesOf([item({ turn: 1, clock })])
  assert.deepEqual([line.yours, line.left, line.runs], [false, 60_000, false])
})

test('a running clock is shown everywhere but at its own table, the own one before that of an opponent', () => {
  const clock = { left: [9000, 8000], running: 1, at: 1000 }
  const games = [item({ id: 'other', turn: 1, clock }), item()]
  const lines = linesOf(games)
  assert.deepEqual(
    lines.map(({ game, yours, left, runs }) => [game, yours, left, runs]),
    [
      ['game', true, 23_000, true],
      ['other', false, 8000, true],
    ],
  )
  assert.equal(lines[0]?.opponent, ATHOS)
  assert.equal(wanted(lines, HELP), 'turn')
  assert.equal(wanted(lines, LOBBY), null, 'the lobby says it in its title')
  const [other, ...more] = linesOf(games, TABLE)
  assert.deepEqual([other?.game, more], ['other', []])
})

test('a claim that may come is shown with the clock', () => {
  const away = item({ players: [{ ...ME, away: 5000 }, ATHOS] })
  assert.equal(linesOf([away])[0]?.claim, 5000)
  assert.equal(linesOf([item()])[0]?.claim, null)
})

test('games by days, against bots, alone or at one screen have no line', () => {
  const bot = { ...ATHOS, bot: 2 }
  for (const other of [
    item({ clock: undefined, control: { days: 2 } }),
    item({ players: [ME, bot] }),
    item({ players: [ME] }),
    item({ players: [ME, ME] }),
  ])
    assert.deepEqual(linesOf([other]), [])
})

test('a challenge is shown on every page but the lobby, whose list has it', () => {
  const { news, last } = after([[], [challenge]])
  assert.deepEqual(whats(last), ['challenge'])
  const lines = news.lines(TABLE)
  assert.equal(lines[0]?.kind, 'challenge')
  assert.equal(wanted(lines, HELP), 'challenge')
  assert.deepEqual(news.lines(LOBBY), [])
  const own = { game: 'asked', table: false, lobby: false }
  assert.deepEqual(news.lines(own), [], 'its own page asks too')
  assert.deepEqual(linesOf([open]), [], 'an own one is not')
})

test('a game without a clock that begins elsewhere is told until its table was shown', () => {
  const { news, last } = after([[open], [unclocked]])
  assert.deepEqual(whats(last), ['begun'])
  assert.equal(news.lines(HELP)[0]?.kind, 'begun')
  news.lines(TABLE)
  assert.deepEqual(news.lines(HELP), [])
  assert.deepEqual(linesOf([unclocked]), [], 'an old one')
})

test('a move that waits for the player is an event once, by a frame or by a board', () => {
  const theirs = item({ turn: 1, ply: 3 })
  const mine = item({ ply: 4 })
  assert.deepEqual(whats(after([[theirs], [mine]]).last), ['turn'])
  assert.deepEqual(whats(after([[theirs], [mine], [mine]]).last), [])
  const moved = applyBoards(frame([theirs]), [['game', 4, 0, '', 3]], 0)
  const { news } = after([[theirs]])
  assert.deepEqual(whats(news.frame(moved)), ['turn'])
  assert.deepEqual(whats(news.frame(moved)), [])
  assert.deepEqual(whats(news.frame(frame([mine]))), [])
})

test('a wanted rematch is shown until it is dismissed, and again when it is wanted anew', () => {
  const rematches = [{ game: 'old', rules: 'cardmate', opponent: ATHOS }]
  const { news } = after([[]])
  assert.deepEqual(whats(news.frame(frame([], { rematches }))), ['rematch'])
  const [line] = news.lines(LOBBY)
  assert.equal(line?.game, 'old')
  assert.equal(wanted(news.lines(LOBBY), LOBBY), 'rematch')
  news.dismiss(line?.id ?? '')
  assert.deepEqual(news.lines(HELP), [])
  news.frame(frame([]))
  news.frame(frame([], { rematches }))
  assert.equal(news.lines(HELP).length, 1)
})

test('a game that is listed no more is asked for, also one that ran before the page was loaded', () => {
  assert.deepEqual(after([[item()], []]).last.gone, ['game'])
  assert.deepEqual(after([[]], ['before']).last.gone, ['before'])
  assert.deepEqual(after([[item()], [], []]).last.gone, [], 'once')
  assert.deepEqual(after([[open], []]).last.gone, [], 'it never ran')
})

test('the end of a game stays until it is dismissed, or its table or replay was shown', () => {
  const end = stateOf({ game: 'game', players: [ME, ATHOS] })
  const { news } = after([[item()]])
  news.lines(TABLE) // before the end, which is news all the same
  news.frame(frame([]))
  news.end(end)
  const [line] = news.lines(HELP)
  assert.deepEqual([line?.kind, line?.opponent], ['ended', ATHOS])
  news.dismiss(line?.id ?? '')
  assert.deepEqual(news.lines(HELP), [])
  const seen = after([[item()], []]).news
  seen.end(end)
  assert.deepEqual(seen.lines({ ...TABLE, table: false }), [])
  assert.deepEqual(seen.lines(HELP), [])
})

test('how a game ended is told from the side of the player', () => {
  const told = (/** @type {string} */ reason, /** @type {number | null} */ winner) =>
    endSentence(endedState(winner, reason, { players: [ME, ATHOS] }))
  assert.equal(told('flag', 1), 'You lost on time against Athos.')
  assert.equal(told('flag', 0), 'Athos ran out of time. You won.')
  assert.match(told('abandoned', 1), /claimed the game .* You lost\.$/)
  assert.equal(told('kings', 1), 'You lost against Athos.')
  assert.equal(told('aborted', null), 'Your game with Athos was aborted.')
})

test('of all tabs one tells the end of a game, none when its table did, and none after ten minutes', () => {
  keepRunning(['one', 'two', 'late'], 0)
  keepRunning(['one', 'two'], 500_000)
  assert.deepEqual(runningGames(700_000), ['one', 'two'])
  assert.equal(takeEnded('one'), true)
  assert.equal(takeEnded('one'), false)
  noteTable(endedState(0, 'kings', { game: 'two' }))
  assert.equal(takeEnded('two'), false)
})
