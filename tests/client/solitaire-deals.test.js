// Deals of a solitaire: which one is asked for, what leaving a game ends, and a deal that is lost from the start.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDeal } from '../../static/core/bots.js'
import { streakAtStake } from '../../static/table/solitaire/deals.js'
import { isLostFromStart } from '../../static/table/solitaire/hint-text.js'
import { isLostDeal, mayBeLost } from '../../static/table/solitaire/lost-deal.js'

/** @type {any} */
const CASTLE = {
  id: 'castle',
  family: 'castle',
  seats: ['player'],
  machine: { levels: 0, abilities: ['hint', 'winnable'] },
}
/** @type {any} */
const GUARDS = { ...CASTLE, id: 'guards', machine: { levels: 0, abilities: ['hint'] } }

/** @param {object} [more] @returns {any} */
const live = (more) => ({
  status: 'live',
  seat: 0,
  told: [],
  deal: 7,
  start: null,
  tally: { made: 0 },
  ...more,
})

/** Answers every request by `body`, as the server would; returns the requested paths. @param {number} status @param {unknown} body */
function answering(status, body) {
  /** @type {string[]} */
  const asked = []
  globalThis.fetch = async (path) => {
    asked.push(String(path))
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  }
  return asked
}

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
  const asked = answering(200, { lost: true })
  assert.equal(await isLostDeal('abc', signal), true)
  assert.deepEqual(asked, ['/api/games/abc/lost-deal'])
  answering(503, { error: { code: 'busy', detail: {} } })
  assert.equal(await isLostDeal('abc', signal), false)
})

test('a hint says that the deal is lost only before the first move', () => {
  assert.equal(isLostFromStart({ text: 'lost', told: [] }), true)
  assert.equal(isLostFromStart({ text: 'lost', told: ['a move'] }), false)
  assert.equal(isLostFromStart({ text: 'unknown', told: [] }), false)
})

test('leaving a game ends a streak only where the server says so', async () => {
  const asked = answering(200, { items: [], own: { score: [5, 2] } })
  assert.equal(await streakAtStake(CASTLE, live({ tally: { made: 1 } })), 0)
  assert.deepEqual(asked, [])
  const moved = live({ streak: true, tally: { made: 1 } })
  assert.equal(await streakAtStake(CASTLE, moved), 2)
  assert.match(String(asked[0]), /kind=streak/)
  answering(503, { error: { code: 'busy', detail: {} } })
  assert.equal(await streakAtStake(CASTLE, moved), 0)
})
