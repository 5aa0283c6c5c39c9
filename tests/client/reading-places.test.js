import assert from 'node:assert/strict'
import { test } from 'node:test'

/** The history of a tab: entries with their addresses and states, and the current one. */
const entries = [{ path: '/leaderboards/x', state: /** @type {any} */ (null) }]
let current = 0
const location = {
  get pathname() {
    return entries[current].path.split('?')[0]
  },
  get search() {
    return entries[current].path.slice(this.pathname.length)
  },
}
const history = {
  get state() {
    return entries[current].state
  },
  pushState(/** @type {unknown} */ state, /** @type {string} */ _, path = '') {
    entries.splice(current + 1, Infinity, { path, state })
    current += 1
  },
  replaceState(/** @type {unknown} */ state, /** @type {string} */ _, path = '') {
    entries[current] = { path: path || entries[current].path, state }
  },
}
Object.assign(globalThis, {
  addEventListener() {},
  document: { activeElement: null },
  history,
  location,
  scrollY: 0,
})

const { enter, isShown, leave, push, replace } = await import('../../static/app/reading-places.js')

test('after a filter Back leads to another page than the shown one', () => {
  const here = () => isShown(/** @type {Location} */ (location))
  enter()
  push('/leaderboards/x?period=week')
  assert.ok(here())
  replace('/leaderboards/x?period=month')
  assert.ok(here())
  leave()
  current -= 1
  assert.ok(!here(), 'the page is loaded anew')
  enter()
  assert.ok(here())
})
