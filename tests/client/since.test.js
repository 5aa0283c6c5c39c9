// "Since you left": what came while the player was away, until it is read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { News } from '../../static/live/news.js'
import { SinceLeft } from '../../static/live/since.js'

const ME = { id: 'me', name: 'Milady' }
const ATHOS = { id: 'athos', name: 'Athos' }
const LOBBY = { game: null, table: false, lobby: true }
const HELP = { game: null, table: false, lobby: false }

/** @param {string} key @returns {import('../../static/live/since.js').Waiting} */
const waiting = (key) => ({ key, what: 'moved', game: key.split('@')[0] ?? '', opponent: null })

/** @param {SinceLeft} since */
const keys = (since) => since.unread.map(({ key }) => key)

test('what a device has not read is kept on the first look, and what comes while the tab is hidden', () => {
  const since = new SinceLeft(['one@3'])
  since.follow([waiting('one@3'), waiting('two@5')], true)
  assert.deepEqual(keys(since), ['two@5'])
  since.follow([waiting('one@3'), waiting('two@5'), waiting('three@1')], true)
  assert.deepEqual(keys(since), ['two@5'], 'the player saw it come')
  since.follow([waiting('one@5'), waiting('two@5'), waiting('three@1')], false)
  assert.deepEqual(keys(since), ['two@5', 'one@5'])
})

test('a new device takes all as read, since nobody has left it', () => {
  const since = new SinceLeft(null)
  assert.equal(since.read, null)
  since.follow([waiting('one@3')], true)
  assert.deepEqual([keys(since), since.read], [[], ['one@3']])
})

test('it is read by a look at its game, or all at once, and forgotten when it waits no more', () => {
  const since = new SinceLeft([])
  since.follow([waiting('one@3'), waiting('two@5'), waiting('three@7')], true)
  since.see('two')
  assert.deepEqual([keys(since), since.read], [['one@3', 'three@7'], ['two@5']])
  since.follow([waiting('two@5'), waiting('three@7')], true)
  assert.deepEqual(keys(since), ['three@7'], 'the player has moved in the other')
  since.see(null)
  assert.deepEqual([keys(since), since.read], [[], ['two@5', 'three@7']])
  since.follow([], true)
  assert.deepEqual(since.read, [], 'the memory does not grow')
})

/** @param {object} [changes] */
const item = (changes) => ({
  ...{ id: 'slow', rules: 'cardmate', players: [ME, ATHOS], control: { days: 2 } },
  ...{ ply: 2, turn: 0 },
  ...changes,
})
const REMATCHES = [{ game: 'old', rules: 'cardmate', opponent: ATHOS }]

test('the lobby tells in one line what came: moves of games without a running clock, and rematches', () => {
  const news = new News('me', [], [])
  const mine = [
    item(),
    item({ id: 'fresh', ply: 0 }),
    item({ id: 'theirs', turn: 1 }),
    item({ id: 'fast', clock: { left: [9000, 9000], running: 0, at: 0 } }),
  ]
  news.frame(/** @type {any} */ ({ open: [], live: [], mine, rematches: REMATCHES }))
  const kinds = (/** @type {typeof LOBBY | typeof HELP} */ place) =>
    news.lines(place).map(({ kind }) => kind)
  assert.deepEqual(kinds(LOBBY), ['clock', 'since'])
  const told = news.lines(LOBBY)[1]?.waiting ?? []
  assert.deepEqual(
    told.map(({ what, game, opponent }) => [what, game, opponent?.name]),
    [
      ['moved', 'slow', 'Athos'],
      ['rematch', 'old', 'Athos'],
    ],
  )
  assert.deepEqual(kinds(HELP), ['clock', 'rematch'], 'other pages tell the rematch alone')
  news.dismiss('since')
  assert.deepEqual(kinds(LOBBY), ['clock'])
})
