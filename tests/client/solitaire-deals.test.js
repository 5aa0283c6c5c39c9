// Deals of a solitaire: which one is asked for, what leaving a game ends, and a deal that is lost from the start.

import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { freshDeal } from '../../static/core/bots.js'
import { streakAtStake } from '../../static/table/solitaire/deals.js'
import { isLostFromStart } from '../../static/table/solitaire/hint-text.js'
import { isLostDeal, mayBeLost } from '../../static/table/solitaire/lost-deal.js'
import { rulesOf, serve, stateOf } from './games.js'

const CASTLE = rulesOf('castle', {
  seats: ['player'],
  machine: { levels: 0, abilities: ['hint', 'winnable'] },
})
const GUARDS = rulesOf('guards', { seats: ['player'], machine: { levels: 0, abilities: ['hint'] } })

/** @param {object} [more] */
const live = (more) => stateOf({ deal: 7, tally: { made: 0 }, ...more })

afterEach(() => mock.restoreAll())

const busy = () => Response.json({ error: { code: 'busy', detail: {} } }, { status: 503 })

test('a new game asks for a deal that can be won where that can be proved', () => {
  assert.deepEqual(freshDeal(CASTLE), { rules: 'castle', deal: 'winnable' })
  assert.deepEqual(freshDeal(GUARDS), { rules: 'guards' })
})

test('only an open deal that nobody has proved is judged, by its player, before the first move', () => {
  assert.equal(mayBeLost(CASTLE, live()), true)
  assert.equal(mayBeLost(GUARDS, live()), false)
  for (const more of [
    { certified: true },
    { deal: null }, // today's, which is a secret
    { start: 'a position' },
    { told: ['a move'] },
    { seat: null },
    { status: 'ended' },
  ])
    assert.equal(mayBeLost(CASTLE, live(more)), false, JSON.stringify(more))
})

test('a deal is lost if the server has proved it, and not if the server does not tell', async () => {
  const { signal } = new AbortController()
  const requests = serve(() => ({ lost: true }))
  assert.equal(await isLostDeal('abc', signal), true)
  assert.equal(requests[0]?.[1], '/api/games/abc/lost-deal')
  serve(busy)
  assert.equal(await isLostDeal('abc', signal), false)
})

test('a hint says that the deal is lost only before the first move', () => {
  assert.equal(isLostFromStart({ text: 'lost', told: [] }), true)
  assert.equal(isLostFromStart({ text: 'lost', told: ['a move'] }), false)
  assert.equal(isLostFromStart({ text: 'unknown', told: [] }), false)
})

test('leaving a game ends a streak only where the server says so', async () => {
  const requests = serve(() => ({ items: [], own: { score: [5, 2] } }))
  assert.equal(await streakAtStake(CASTLE, live({ tally: { made: 1 } })), 0)
  assert.deepEqual(requests, [])
  const moved = live({ streak: true, tally: { made: 1 } })
  assert.equal(await streakAtStake(CASTLE, moved), 2)
  assert.match(requests[0]?.[1] ?? '', /kind=streak/)
  serve(busy)
  assert.equal(await streakAtStake(CASTLE, moved), 0)
})
