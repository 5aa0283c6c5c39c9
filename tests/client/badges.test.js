// Badges: which there are, and what they are called.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import { badgeIds, badgeTexts } from '../../static/core/badges.js'
import { add } from '../../static/core/i18n.js'
import { newBadges } from '../../static/table/badge-news.js'
import { canWinBadges } from '../../static/table/won-badges.js'
import { addTexts } from './texts.js'

addTexts()
add({ 'a.name': 'Game A', 'b.name': 'Game B', 'b.badge.perfect': 'All 56' })

/** @type {any} */
const rules = [
  { family: 'a', title: 'A' },
  { family: 'b', title: 'B' },
]

test('each badge of a family has a name and says how it is won; unknown ones have none', () => {
  assert.deepEqual(badgeIds(['a', 'b']), [
    ...['win.a', 'win.b', 'perfect.b', 'clean', 'clean.10', 'week'],
  ])
  for (const id of badgeIds(['a', 'b'])) {
    const texts = badgeTexts(id, rules)
    assert.doesNotMatch(`${texts?.name} ${texts?.about}`, /badges\.|undefined/)
  }
  assert.equal(badgeTexts('win.a', rules)?.name, 'First win: Game A')
  assert.equal(badgeTexts('perfect.b', rules)?.name, 'All 56')
  for (const id of ['win.c', 'other.a', 'other']) assert.equal(badgeTexts(id, rules), null)
})

test('the badges of no family are those of the catalogue', () => {
  const file = new URL('../../static/lang/badges.en.json', import.meta.url)
  const keys = Object.keys(JSON.parse(readFileSync(file, 'utf8')))
  const told = keys.flatMap((key) => key.match(/^badges\.(.+)\.about$/)?.[1] ?? [])
  const ofFamilies = ['win', 'perfect']
  assert.deepEqual(badgeIds([]), told.filter((id) => !ofFamilies.includes(id)).sort())
})

test('a game that the reader has won from its start wins badges, not against a bot or at both seats', () => {
  const ann = { id: 'a', name: 'Ann' }
  const bob = { id: 'b', name: 'Bob' }
  const alone = { seat: 0, over: { winner: 0, reason: 'out' }, start: null, players: [ann] }
  const rows = /** @type {const} */ ([
    [{}, true],
    [{ over: { winner: null, reason: 'resigned' } }, false],
    [{ seat: null }, false],
    [{ start: 'a position' }, false],
    [{ players: [ann, bob] }, true],
    [{ players: [ann, bob], seat: 1 }, false],
    [{ players: [ann, ann] }, false],
    [{ players: [ann, { ...bob, bot: 1 }] }, false],
  ])
  for (const [changes, wins] of rows) {
    const state = /** @type {any} */ ({ ...alone, ...changes })
    assert.equal(canWinBadges(state), wins, JSON.stringify(changes))
  }
})

test('a result names the badges that its own game has won', async () => {
  const badges = [
    { id: 'win.a', game: 'this', at: 1 },
    { id: 'clean', game: 'other', at: 2 },
  ]
  mock.method(globalThis, 'fetch', async (/** @type {string | URL | Request} */ asked) => {
    const path = String(asked instanceof Request ? asked.url : asked)
    return Response.json(
      path.includes('/api/me') ? { player: { id: 'x', name: 'Ann' } } : { badges },
    )
  })
  const state = /** @type {any} */ ({ game: 'this' })
  assert.deepEqual(await newBadges(rules[0], state), ['First win: Game A'])
  mock.restoreAll()
})
