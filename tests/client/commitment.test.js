import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { passedCandidates, verify } from '../../static/pages/daily/verify.js'

const DATE = '2026-11-21'
const SECRET = createHash('sha256').update('a secret').digest()

/** @param {string} id */
const signature = (id) => createHmac('sha256', SECRET).update(`${id} ${DATE}`).digest()

const DAY = {
  date: DATE,
  commit: createHash('sha256').update(SECRET).digest('hex'),
  secret: SECRET.toString('hex'),
  /** @type {Record<string, string | number>} */
  deals: {
    open: signature('open').readUInt32BE(0),
    hidden: signature('hidden').toString('hex').slice(0, 32),
    later: createHmac('sha256', SECRET).update(`later ${DATE} 2`).digest().readUInt32BE(0),
  },
  skipped: /** @type {Record<string, number>} */ ({ later: 2 }),
}

test('the deals that were passed over follow from the secret, with their verdicts', async () => {
  const day = { ...DAY, verdicts: { later: ['lost', 'unknown'] } }
  const { later } = await passedCandidates(day)
  assert.deepEqual(
    later.map(({ verdict }) => verdict),
    ['lost', 'unknown'],
  )
  assert.equal(later[0].deal, signature('later').readUInt32BE(0))
})

test('a secret with its commitment and the deals that follow from it is verified', async () => {
  assert.equal(await verify(DAY), true)
})

test('everything that was altered is detected', async () => {
  for (const [what, change] of /** @type {[string, Partial<typeof DAY>][]} */ ([
    ['another commitment', { commit: DAY.secret }],
    ['another secret', { secret: DAY.commit }],
    ['no secret', { secret: '' }],
    ['another date', { date: '2026-11-22' }],
    ['another number', { deals: { ...DAY.deals, open: Number(DAY.deals.open) ^ 1 } }],
    ['other cards', { deals: { ...DAY.deals, hidden: '0'.repeat(32) } }],
    ['a deal that was passed over', { skipped: { later: 1 } }],
    ['the deal of another game', { deals: { other: DAY.deals.open } }],
  ]))
    assert.equal(await verify({ ...DAY, ...change }), false, what)
})

test('without WebCrypto there is no answer', async (context) => {
  const { crypto } = globalThis
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  context.after(() =>
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true }),
  )
  assert.equal(await verify(DAY), null)
})
