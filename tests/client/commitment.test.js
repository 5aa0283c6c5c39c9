import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { passedCandidates, verify } from '../../static/daily/verify.js'

const DATE = '2026-11-21'
const SECRET = createHash('sha256').update('a secret').digest()

/** @param {string} id */
const signature = (id) =>
  createHmac('sha256', SECRET).update(`${id} ${DATE}`).digest()

const DAY = {
  date: DATE,
  commit: createHash('sha256').update(SECRET).digest('hex'),
  secret: SECRET.toString('hex'),
  /** @type {Record<string, string | number>} */
  deals: {
    open: signature('open').readUInt32BE(0),
    hidden: signature('hidden').toString('hex').slice(0, 32),
    later: createHmac('sha256', SECRET)
      .update(`later ${DATE} 2`)
      .digest()
      .readUInt32BE(0),
  },
  skipped: /** @type {Record<string, number>} */ ({ later: 2 }),
}

const CERTIFICATE = {
  nonce: createHmac('sha256', SECRET)
    .update(`certificate ${DATE}`)
    .digest('hex'),
  deals: {
    later: {
      skipped: [
        { verdict: 'lost', number: 0 },
        { verdict: 'unknown', number: 1 },
      ],
      number: 2,
      version: 3,
      nodes: 200000,
    },
  },
  date: DATE,
}
// As python -m engine daily writes it before it is sealed.
const SEALED =
  `{"date":"${DATE}","deals":{"later":{"nodes":200000,"number":2,` +
  '"skipped":[{"number":0,"verdict":"lost"},{"number":1,"verdict":"unknown"}],' +
  `"version":3}},"nonce":"${CERTIFICATE.nonce}"}`
/** @param {string} text */
const sealOf = (text) => createHash('sha256').update(text).digest('hex')

test('a sealed certificate is verified, and tells the deals that were passed over', async () => {
  const day = { ...DAY, seal: sealOf(SEALED), certificate: CERTIFICATE }
  assert.equal(await verify(day), true)
  const { later } = await passedCandidates(day)
  assert.deepEqual(
    later.map(({ verdict }) => verdict),
    ['lost', 'unknown'],
  )
  assert.equal(later[0].deal, signature('later').readUInt32BE(0))
})

test('a certificate that differs from its seal, secret or deals is detected', async () => {
  const day = { ...DAY, seal: sealOf(SEALED), certificate: CERTIFICATE }
  const nonce = '0'.repeat(64)
  for (const change of [
    { seal: sealOf('another') },
    { seal: null },
    { certificate: null },
    {
      certificate: { ...CERTIFICATE, nonce },
      seal: sealOf(SEALED.replace(CERTIFICATE.nonce, nonce)),
    },
    {
      certificate: { ...CERTIFICATE, deals: {} },
    },
  ])
    assert.equal(await verify({ ...day, ...change }), false)
  // the deals agree with each other, the certificate tells another candidate
  const deals = { ...DAY.deals, later: signature('later').readUInt32BE(0) }
  assert.equal(await verify({ ...day, deals, skipped: {} }), false)
})

test('a secret with its commitment and the deals that follow from it is verified', async () => {
  assert.equal(await verify(DAY), true)
})

/** @type {[string, Partial<typeof DAY>][]} */
const FALSE = [
  ['another commitment', { commit: DAY.secret }],
  ['another secret', { secret: DAY.commit }],
  ['no secret', { secret: '' }],
  ['another date', { date: '2026-11-22' }],
  [
    'another number',
    { deals: { ...DAY.deals, open: Number(DAY.deals.open) ^ 1 } },
  ],
  ['other cards', { deals: { ...DAY.deals, hidden: '0'.repeat(32) } }],
  ['a deal that was passed over', { skipped: { later: 1 } }],
  ['the deal of another game', { deals: { other: DAY.deals.open } }],
]
for (const [what, change] of FALSE)
  test(`${what} is detected`, async () => {
    assert.equal(await verify({ ...DAY, ...change }), false)
  })

test('without WebCrypto there is no answer', async (context) => {
  const { crypto } = globalThis
  Object.defineProperty(globalThis, 'crypto', {
    value: {},
    configurable: true,
  })
  context.after(() =>
    Object.defineProperty(globalThis, 'crypto', {
      value: crypto,
      configurable: true,
    }),
  )
  assert.equal(await verify(DAY), null)
})
