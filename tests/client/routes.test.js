import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  accountPath,
  analysisPath,
  dailyPath,
  gamePath,
  helpPath,
  leaderboardPath,
  match,
  newGamePath,
  personPath,
  puzzlesPath,
} from '../../static/app/routes.js'

const STATIC = fileURLToPath(new URL('../../static/', import.meta.url))

const PAGES = {
  [gamePath('0abc')]: 'table/page',
  [gamePath('0abc', 12)]: 'table/page',
  [newGamePath('castle', 'daily')]: 'new-game/page',
  [helpPath('cardmate', 2, 0)]: 'help/page',
  [personPath('Ninon & Co./2')]: 'profile/person',
  [dailyPath('2026-11-21')]: 'daily/page',
  [dailyPath()]: 'daily/page',
  '/leaderboards': 'leaderboard/page',
  [leaderboardPath('castle')]: 'leaderboard/page',
  [leaderboardPath('castle', '2026-11-21')]: 'leaderboard/page',
  '/me': 'profile/me',
  [accountPath('sign-in', '/g/0abc')]: 'account/page',
  [newGamePath('cardmate', null, 'Ninon')]: 'new-game/page',
  '/moderation': 'moderation/page',
  '/privacy': 'site/privacy',
  '/credits': 'site/credits',
  [analysisPath('0abc', 31)]: 'table/page',
  [puzzlesPath()]: 'puzzles/page',
  [puzzlesPath('2026-11-21')]: 'puzzles/page',
  [puzzlesPath(null, 3)]: 'puzzles/page',
  '/': 'lobby/page',
}

for (const [path, page] of Object.entries(PAGES)) {
  test(`${path} is shown by ${page}`, () => {
    assert.equal(match(path.split('?')[0])?.page, page)
  })
}

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

test('no other module writes the path of a page by hand', () => {
  const scripts = readdirSync(STATIC, { recursive: true, encoding: 'utf8' })
  const byHand =
    /[`'](?:\/(?:g|new|help|people)\/|\/daily\b(?!\/)|\/leaderboards\/)/
  const modules = scripts.filter(
    (name) => name.endsWith('.js') && name !== 'app/routes.js',
  )
  assert.ok(modules.length > 50)
  assert.deepEqual(
    modules.filter((name) => byHand.test(readFileSync(STATIC + name, 'utf8'))),
    [],
  )
})
