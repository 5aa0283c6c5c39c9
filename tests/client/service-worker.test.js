import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

const HOST = 'https://example.test'
const START = '/static/@b1/app/start.js'
const HELP = '/static/@b1/games/a/games.json'
const SOURCE = readFileSync(new URL('../../static/app/service-worker.js', import.meta.url), 'utf8')
  .replace('{build}', 'b1')
  .replace('{first}', 'app/start.js')
  .replace('{later}', 'games/a/games.json')

/** @typedef {(path: string) => Promise<Response> | Response} Network */

/** @type {Network} */
const served = (path) => new Response(path === '/' ? '<html data-build="b1">' : path)
const fail = async () => {
  throw new DOMException('', 'QuotaExceededError')
}

/** One of the browser's caches. */
class FakeCache {
  /** @type {Map<string, Response>} */
  responses = new Map()

  constructor(/** @type {Network} */ network) {
    this.network = network
  }

  /** @param {string} url */
  async match(url) {
    return this.responses.get(new URL(url, HOST).pathname)?.clone()
  }

  /** @param {string} url @param {Response} response */
  async put(url, response) {
    this.responses.set(new URL(url, HOST).pathname, response)
  }

  /** @param {string[]} urls */
  async addAll(urls) {
    for (const url of urls) {
      const response = await this.network(url)
      if (!response.ok) throw new TypeError(url)
      await this.put(url, response)
    }
  }
}

class FakeCaches {
  /** @type {Map<string, FakeCache>} */
  all = new Map()

  constructor(/** @type {Network} */ network) {
    this.network = network
  }

  /** @param {string} name */
  async open(name) {
    const cache = this.all.get(name) ?? new FakeCache(this.network)
    this.all.set(name, cache)
    return cache
  }

  /** @param {string} url @param {{ cacheName: string }} options */
  async match(url, { cacheName }) {
    return this.all.get(cacheName)?.match(url)
  }

  keys = async () => [...this.all.keys()]
  delete = async (/** @type {string} */ name) => this.all.delete(name)
}

/** A worker of the build b1. A navigation's time-out passes at once. */
class Worker {
  /** @type {Map<string, (event: object) => void>} */
  #listeners = new Map()
  /** @type {object[]} the pages of the site that are open */
  tabs = []
  /** @type {string[][]} notifications */
  shown = []
  /** @type {string[]} pages that were opened or seen again */
  went = []

  constructor(/** @type {Network} */ network = served) {
    this.network = network
    const ask = async (/** @type {string | Request} */ asked) =>
      this.network(new URL(asked instanceof Request ? asked.url : asked, HOST).pathname)
    this.caches = new FakeCaches(ask)
    const context = createContext({
      caches: this.caches,
      fetch: ask,
      location: { origin: HOST },
      Response,
      self: {
        addEventListener: this.#listeners.set.bind(this.#listeners),
        clients: {
          claim: async () => {},
          matchAll: async () => this.tabs,
          openWindow: async (/** @type {string} */ path) => this.went.push(path),
        },
        registration: {
          showNotification: async (/** @type {string} */ title, /** @type {any} */ { body, tag }) =>
            this.shown.push([title, body, tag]),
        },
        skipWaiting: async () => {},
      },
      setTimeout: (
        /** @type {(value: any) => void} */ done,
        /** @type {number} */ _,
        /** @type {any} */ value,
      ) => setImmediate(done, value),
      URL,
    })
    runInContext(SOURCE, context)
  }

  /** The paths that are cached. */
  get cached() {
    const cache = this.caches.all.get('richelieu-b1')
    return [...(cache?.responses.keys() ?? [])].sort()
  }

  /** Fires an event, and waits for the work that it is kept alive for.
   * @param {string} kind @param {object} [event] */
  async fire(kind, event = {}) {
    /** @type {Promise<unknown>[]} */
    const work = []
    const waitUntil = (/** @type {Promise<unknown>} */ more) => work.push(more)
    this.#listeners.get(kind)?.({ ...event, waitUntil })
    await Promise.all(work)
  }

  /** The response to a request of a page, as text; `background` collects the work after it.
   * @param {string} path @param {{ mode?: string, background?: Promise<unknown>[] }} [options] */
  async get(path, { mode = 'cors', background = [] } = {}) {
    const request = new Request(HOST + path)
    Object.defineProperty(request, 'mode', { value: mode })
    /** @type {Promise<Response> | undefined} */
    let answer
    this.#listeners.get('fetch')?.({
      request,
      respondWith: (/** @type {Promise<Response>} */ response) => {
        answer = response
      },
      waitUntil: (/** @type {Promise<unknown>} */ more) => background.push(more),
    })
    return (await answer)?.text()
  }
}

test('a file is requested once and cached after it is answered', async () => {
  const worker = new Worker()
  const cache = await worker.caches.open('richelieu-b1')
  let write = () => {}
  const disk = new Promise((resolve) => {
    write = () => resolve(null)
  })
  const { put } = FakeCache.prototype
  cache.put = async (url, response) => {
    await disk
    await put.call(cache, url, response)
  }
  /** @type {Promise<unknown>[]} */
  const background = []
  assert.equal(await worker.get(START, { background }), START)
  assert.deepEqual(worker.cached, [])
  write()
  await Promise.all(background)
  assert.deepEqual(worker.cached, [START])
  worker.network = fail
  assert.equal(await worker.get(START), START)
})

test('the network answers where the cache cannot be written or read', async () => {
  for (const method of /** @type {const} */ (['put', 'match', 'open'])) {
    const worker = new Worker()
    await worker.fire('install')
    await worker.fire('message', { data: 'idle' })
    const cache = await worker.caches.open('richelieu-b1')
    if (method === 'put') cache.put = fail
    else worker.caches[method] = fail
    if (method !== 'put') cache.match = fail
    const other = '/static/@b1/other.js'
    for (const [path, mode] of [
      [START, 'cors'],
      [other, 'cors'],
      ['/', 'navigate'],
    ]) {
      /** @type {Promise<unknown>[]} */
      const background = []
      const text = await worker.get(path, { mode, background })
      assert.equal(text, await (await served(path)).text(), method)
      await Promise.all(background) // none rejects
    }
  }
})

test('a response that is no success is not cached', async () => {
  const worker = new Worker(() => new Response('gone', { status: 404 }))
  assert.equal(await worker.get(START), 'gone')
  assert.deepEqual(worker.cached, [])
})

test('a document of another build or an error fails the installation, which succeeds later', async () => {
  for (const answer of [
    () => new Response('<html data-build="b2">'),
    () => new Response('<html data-build="b1">', { status: 503 }),
  ]) {
    const worker = new Worker((path) => (path === '/' ? answer() : served(path)))
    await assert.rejects(worker.fire('install'))
    assert.equal(worker.cached.includes('/'), false)
    worker.network = served
    await worker.fire('install')
    assert.deepEqual(worker.cached, ['/', START])
  }
})

test('offline, pages get the cached document, and files that were cached when idle', async () => {
  const worker = new Worker()
  await worker.fire('install')
  await worker.fire('message', { data: 'idle' })
  for (const network of [
    fail, // offline
    () => new Response('', { status: 502 }), // a proxy without a server
    () => new Promise(() => {}), // no answer
  ]) {
    worker.network = /** @type {Network} */ (network)
    const text = await worker.get('/leaderboards', { mode: 'navigate' })
    assert.equal(text, '<html data-build="b1">')
    assert.equal(await worker.get(HELP), HELP)
  }
})

test('activation deletes the caches of other builds', async () => {
  const worker = new Worker()
  await worker.caches.open('richelieu-b0')
  await worker.caches.open('another')
  await worker.fire('install')
  await worker.fire('activate')
  assert.deepEqual(await worker.caches.keys(), ['another', 'richelieu-b1'])
})

test('requests to the API, to other builds and to other sites are left alone', async () => {
  const worker = new Worker()
  for (const [path, mode] of [
    ['/api/me', 'cors'],
    ['/static/@b2/app/start.js', 'cors'],
    ['/openapi.json', 'navigate'],
    ['.other.test/static/@b1/app/start.js', 'cors'],
  ])
    assert.equal(await worker.get(path, { mode }), undefined, path)
})

test('a notification is shown while no tab of the site is seen, and leads to its page', async () => {
  const worker = new Worker()
  const path = '/g/abc'
  const notify = { title: 'Richelieu', body: 'Your move', path, icon: '' }
  const tab = {
    url: HOST + path,
    visibilityState: 'visible',
    focus: async () => worker.went.push('focus'),
  }
  worker.tabs = [tab]
  await worker.fire('message', { data: { notify } })
  assert.deepEqual(worker.shown, [])
  tab.visibilityState = 'hidden'
  await worker.fire('message', { data: { notify } })
  assert.deepEqual(worker.shown, [['Richelieu', 'Your move', path]])
  const notification = { data: { path }, close: () => {} }
  await worker.fire('notificationclick', { notification })
  worker.tabs = []
  await worker.fire('notificationclick', { notification })
  assert.deepEqual(worker.went, ['focus', path])
})
