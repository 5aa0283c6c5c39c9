import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, mock, test } from 'node:test'
import { today } from '../../static/core/format.js'
import { get } from '../../static/core/http.js'
import { forgetAnswers, noteAnswer, noteDate, serverNow } from '../../static/core/server-time.js'

const STATIC = new URL('../../static/', import.meta.url)
const HOUR = 3_600_000

afterEach(() => {
  mock.restoreAll()
  forgetAnswers()
  noteDate(new Date().toUTCString())
})

/** Whether a time is the server's, to a second. @param {number} at @param {number} server */
const near = (at, server) => Math.abs(at - server) <= 1000

test("times count from the server's clock, by its responses and then its answers to pings", async () => {
  const server = Date.now() + 30 * HOUR // the device is slow
  const headers = { date: new Date(server).toUTCString() }
  mock.method(globalThis, 'fetch', async () => Response.json(1, { headers }))
  await get('/api/x')
  assert.ok(near(serverNow(), server))
  assert.equal(today(), new Date(server).toISOString().slice(0, 10))
  headers.date = new Date(0).toUTCString()
  await get('/static/rules.json')
  assert.ok(near(serverNow(), server))
  noteAnswer(server + HOUR, performance.now(), performance.now())
  assert.ok(near(serverNow(), server + HOUR))
})

test("no other module reads the device's clock", () => {
  const files = readdirSync(STATIC, { recursive: true, encoding: 'utf8' })
  const readers = files.filter(
    (file) =>
      file.endsWith('.js') &&
      /Date\.now\(|new Date\(\)/.test(readFileSync(new URL(file, STATIC), 'utf8')),
  )
  assert.deepEqual(readers, ['core/server-time.js'])
})
