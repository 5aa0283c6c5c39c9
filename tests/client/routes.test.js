import assert from 'node:assert/strict'
import { test } from 'node:test'
import { match } from '../../static/app/pages.js'
import {
  accountPath,
  analysisPath,
  dailyPath,
  fragment,
  gamePath,
  helpPath,
  leaderboardPath,
  newGamePath,
  ownPath,
  personPath,
  puzzlesPath,
} from '../../static/app/routes.js'

const PAGES = {
  [gamePath('0abc')]: 'table/live/page',
  [gamePath('0abc', 12)]: 'table/live/page',
  [newGamePath('castle', 'daily')]: 'pages/new/page',
  [helpPath('cardmate', 2, 0)]: 'pages/help/page',
  [personPath('Ninon & Co./2')]: 'pages/profile/person',
  [dailyPath('2026-11-21')]: 'pages/daily/page',
  [dailyPath()]: 'pages/daily/page',
  '/leaderboards': 'pages/leaderboards/page',
  [leaderboardPath('castle')]: 'pages/leaderboards/page',
  [leaderboardPath('castle', '2026-11-21')]: 'pages/leaderboards/page',
  '/me': 'pages/profile/me',
  '/settings': 'pages/settings/page',
  [accountPath('sign-in', '/g/0abc')]: 'pages/account/page',
  [newGamePath('cardmate', null, 'Ninon')]: 'pages/new/page',
  '/moderation': 'pages/moderation/page',
  '/privacy': 'pages/site/privacy',
  '/credits': 'pages/site/credits',
  [analysisPath('0abc', 31)]: 'table/live/page',
  [puzzlesPath()]: 'table/puzzles/page',
  [puzzlesPath('2026-11-21')]: 'table/puzzles/page',
  [puzzlesPath(null, 3)]: 'table/puzzles/page',
  '/': 'pages/lobby/page',
}

test('the path of every page is shown by its module', () => {
  for (const [path, page] of Object.entries(PAGES))
    assert.equal(match(path.split('?')[0])?.page, page, path)
})

test('a path of nothing has no page', () => {
  for (const path of ['/nothing', '/g/', '/g/a/b', '/daily/2026', '//'])
    assert.equal(match(path), null)
})

test('the parts of a path have the names that pages ask for', () => {
  assert.deepEqual(match('/new/castle')?.parts, { rules: 'castle' })
  assert.deepEqual(match('/g/0abc')?.parts, { id: '0abc' })
})

test('what is not given is not in the address, and ply 0 is', () => {
  assert.equal(gamePath('0abc'), '/g/0abc')
  assert.equal(gamePath('0abc', 0), '/g/0abc?ply=0')
  assert.equal(helpPath('cardmate', 2, 0), '/help/cardmate?game=2&ply=0')
  assert.equal(newGamePath('castle', null), '/new/castle')
  assert.equal(newGamePath('castle', 0), '/new/castle?deal=0')
})

test('only pages of this site are gone on to', () => {
  const own = (/** @type {string | null} */ path) => ownPath(path, 'https://games.example', match)
  assert.equal(own('/daily?date=x#y'), '/daily?date=x')
  for (const other of [null, '', 'daily', '/nothing', '//evil.example/', '//['])
    assert.equal(own(other), null, `${other}`)
})

test('a malformed fragment is taken as it is', () => {
  assert.equal(fragment('#the%20aim'), 'the aim')
  assert.equal(fragment('#100%'), '100%')
  assert.equal(fragment('#%'), '%')
  assert.equal(fragment(''), '')
})
