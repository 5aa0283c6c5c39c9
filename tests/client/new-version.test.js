import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reload } from '../../static/app/new-version.js'

test('the page is reloaded also where service workers are blocked', async () => {
  let reloads = 0
  const blocked = new DOMException('storage is blocked', 'SecurityError')
  const serviceWorker = { getRegistration: () => Promise.reject(blocked) }
  Object.assign(globalThis, { location: { reload: () => (reloads += 1) } })
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker } })
  await reload()
  assert.equal(reloads, 1)
})
