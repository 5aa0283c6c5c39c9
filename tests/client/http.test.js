import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { get, getText, post, Refusal } from '../../static/core/http.js'

afterEach(() => mock.restoreAll())

/** @param {(path: string, how: RequestInit) => Promise<Response>} answer */
const serve = (answer) => mock.method(globalThis, 'fetch', answer).mock

const json = (/** @type {unknown} */ value, how = {}) =>
  Promise.resolve(new Response(JSON.stringify(value), how))

/** @param {Promise<unknown>} request @param {number} status @param {string} code */
const refused = (request, status, code) =>
  assert.rejects(request, (error) => {
    assert.ok(error instanceof Refusal)
    assert.deepEqual([error.status, error.code], [status, code])
    return true
  })

test('a request that hangs is refused as unanswered', async () => {
  const expired = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  const timeout = mock.method(AbortSignal, 'timeout', () => expired)
  serve(async (_, { signal }) => {
    signal?.throwIfAborted()
    return json({})
  })
  await refused(get('/x'), 0, 'timeout')
  assert.ok(Number(timeout.mock.calls[0]?.arguments[0]) <= 15_000)
})

test('a request ends when its page is left, and says so', async () => {
  const page = new AbortController()
  serve(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const request = get('/x', { signal: page.signal })
  page.abort()
  await refused(request, 0, 'left')
})

test('nothing follows from an answer after the page was left, unless others share it', async () => {
  let page = { isConnected: true }
  const document = { getElementById: () => page }
  Object.assign(globalThis, { document })
  const leave = () => {
    page.isConnected = false
    page = { isConnected: true }
  }
  serve(async () => {
    leave()
    return json({ done: true })
  })
  await refused(post('/x'), 0, 'left')
  assert.deepEqual(await get('/x', { shared: true }), { done: true })
  serve(async () => {
    leave()
    throw new TypeError('Failed to fetch')
  })
  await refused(post('/x'), 0, 'left')
  Reflect.deleteProperty(globalThis, 'document')
})

test('no network is a refusal without a status, and an answer that is not JSON is broken', async () => {
  serve(() => Promise.reject(new TypeError('Failed to fetch')))
  await refused(getText('/x'), 0, 'offline')
  await refused(post('/x'), 0, 'offline')
  serve(async () => new Response('<html>'))
  await refused(get('/x'), 502, 'broken')
})

/** @param {string} seconds */
const tooSoon = (seconds) =>
  json({ error: { code: 'too_many' } }, { status: 429, headers: { 'retry-after': seconds } })

test('a read that comes too soon is repeated once after a short time that the server names, an act never', async () => {
  const answers = [tooSoon('0'), json([1])]
  const calls = serve(() => answers.shift() ?? json(null))
  assert.deepEqual(await get('/x'), [1])
  assert.equal(calls.callCount(), 2)
  answers.push(tooSoon('0'))
  await refused(post('/x'), 429, 'too_many')
  answers.push(tooSoon('60'))
  await refused(get('/x'), 429, 'too_many')
  assert.equal(calls.callCount(), 4, 'a long wait is left to the player')
})

test('an error of ours is no failure of the network', async () => {
  const circle = {}
  Object.assign(circle, { circle })
  serve(() => json({}))
  await assert.rejects(post('/x', circle), TypeError)
  serve(() => Promise.reject(new ReferenceError('ours')))
  await assert.rejects(get('/x'), ReferenceError)
})
