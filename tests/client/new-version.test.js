import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reloadButton } from '../../static/app/new-version.js'

class Node {
  /** @type {(() => Promise<void>)[]} */
  pressed = []
  getAttribute() {}
  setAttribute() {}
  append() {}
  addEventListener(/** @type {string} */ _, /** @type {() => Promise<void>} */ listener) {
    this.pressed.push(listener)
  }
}

test('the page is reloaded also where service workers are blocked', async () => {
  let reloads = 0
  const blocked = new DOMException('storage is blocked', 'SecurityError')
  const serviceWorker = { getRegistration: () => Promise.reject(blocked) }
  Object.assign(globalThis, {
    document: { createElement: () => new Node() },
    location: { reload: () => (reloads += 1) },
    Node,
  })
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker } })
  const button = /** @type {any} */ (reloadButton())
  await button.pressed[0]()
  assert.equal(reloads, 1)
})
