import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'

/** The page that is shown. */
let page = { isConnected: true }
const document = {
  getElementById: () => page,
  documentElement: { dataset: { build: 'old' } },
  querySelector: () => null,
  querySelectorAll: () => [],
}
Object.assign(globalThis, { document, reportError: () => {} })
const { isOutdated, onNewBuild } = await import('../../static/core/build.js')
const { loadPart, MissingPart, onMissingPart } = await import('../../static/core/files.js')

/** @type {string[]} what the reader is told */
let told = []
onMissingPart((code) => told.push(code))

beforeEach(() => {
  told = []
})
afterEach(() => mock.restoreAll())

/** The server answers with this build; null: not at all. @param {string | null} build @param {number} [status] */
const serve = (build, status = 200) =>
  mock.method(globalThis, 'fetch', async () => {
    if (build === null) throw new TypeError('Failed to fetch')
    return new Response('{}', { status, headers: { 'x-build': build } })
  }).mock

const failing = () => Promise.reject(new TypeError('Failed to fetch'))

/** @param {Promise<unknown>} loading @param {string} code */
const missing = (loading, code) =>
  assert.rejects(loading, (error) => error instanceof MissingPart && error.code === code)

test('a part that loads asks the server for nothing', async () => {
  const asked = serve('old')
  assert.equal(await loadPart(async () => 'part'), 'part')
  assert.equal(asked.callCount(), 0)
})

test('a part that fails once is loaded again', async () => {
  serve('old')
  let tries = 0
  const part = await loadPart(() => {
    tries += 1
    return tries === 1 ? failing() : Promise.resolve('part')
  })
  assert.deepEqual([part, tries, told], ['part', 2, []])
})

/** Leaves the page. */
function leave() {
  page.isConnected = false
  page = { isConnected: true }
}

test('a part of a page that was left is not used, and its failure not told; others may use a shared one', async () => {
  serve('old')
  const left = (/** @type {() => Promise<unknown>} */ request, how = {}) => {
    const loading = loadPart(request, how)
    leave()
    return loading
  }
  await missing(
    left(async () => 'part'),
    'left',
  )
  await missing(left(failing), 'incomplete')
  assert.deepEqual(told, [])
  assert.equal(await left(async () => 'part', { shared: true }), 'part')
  assert.equal(await left(async () => 'part', { quiet: true }), 'part')
})

test('the reader is told why a part is missing that they have asked for', async () => {
  for (const [build, status, code] of /** @type {const} */ ([
    [null, 200, 'offline'],
    ['old', 503, 'offline'], // of a proxy whose processes are down
    ['old', 200, 'incomplete'], // it fails again
  ])) {
    serve(build, status)
    await missing(loadPart(failing), code)
    assert.deepEqual(told.splice(0), [code])
    await missing(loadPart(failing, { quiet: true }), code)
    assert.deepEqual(told, [])
  }
})

test('a part of a build that the server has no more makes the page outdated', async () => {
  let noted = 0
  onNewBuild(() => {
    noted += 1
  })
  serve('new')
  await missing(loadPart(failing), 'outdated')
  assert.deepEqual([told, noted, isOutdated()], [['outdated'], 1, true])
})
