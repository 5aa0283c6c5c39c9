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

test('without the server the reader is told of the network', async () => {
  serve(null)
  await missing(loadPart(failing), 'offline')
  serve('old', 503) // of a proxy whose processes are down
  await missing(loadPart(failing), 'offline')
  assert.deepEqual(told, ['offline', 'offline'])
})

test('a part that the server has, but that fails again, is incomplete', async () => {
  serve('old')
  await missing(loadPart(failing), 'incomplete')
  assert.deepEqual(told, ['incomplete'])
})

test('what nobody has asked for fails quietly', async () => {
  serve(null)
  await missing(loadPart(failing, { quiet: true }), 'offline')
  assert.deepEqual(told, [])
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
