// Badges: which there are, and what they are called.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mock, test } from 'node:test'
import { badgeIds, badgeTexts } from '../../static/core/badges.js'
import { add } from '../../static/core/i18n.js'
import { newBadges } from '../../static/table/badge-news.js'
import { canWinBadges } from '../../static/table/won-badges.js'
import { ANN, BEN, endedState, rulesOf, serve, stateOf } from './games.js'
import { addTexts } from './texts.js'

addTexts()
add({ 'a.name': 'Game A', 'b.name': 'Game B', 'b.badge.perfect': 'All 56' })

const rules = [rulesOf('a', { title: 'A' }), rulesOf('b', { title: 'B' })]

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
  const alone = endedState(0, 'out', { players: [ANN] })
  const rows = /** @type {const} */ ([
    [{}, true],
    [{ over: { winner: null, reason: 'resigned' } }, false],
    [{ seat: null }, false],
    [{ start: 'a position' }, false],
    [{ players: [ANN, BEN] }, true],
    [{ players: [ANN, BEN], seat: 1 }, false],
    [{ players: [ANN, ANN] }, false],
    [{ players: [ANN, { ...BEN, bot: 1 }] }, false],
  ])
  for (const [changes, wins] of rows)
    assert.equal(canWinBadges({ ...alone, ...changes }), wins, JSON.stringify(changes))
})

test('a result names the badges that its own game has won', async () => {
  const badges = [
    { id: 'win.a', game: 'this', at: 1 },
    { id: 'clean', game: 'other', at: 2 },
  ]
  serve((path) => (path.includes('/api/me') ? { player: ANN } : { badges }))
  assert.deepEqual(await newBadges(rules[0], stateOf({ game: 'this' })), ['First win: Game A'])
  mock.restoreAll()
})
