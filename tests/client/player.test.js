// Who plays in this browser, when another tab or device signs them out.

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { changeMe, checkMe, me, onPlayerChange, onSessionEnd } from '../../static/core/player.js'

const MILADY = { id: 'milady', name: 'Milady', account: true }
const GUEST = { id: 'guest', name: 'Brass Heron', account: false }

/** @type {object | null} whom the server knows by the cookie */
let player = null
/** @type {string[]} */
let told = []
/** @type {string[]} */
let asked = []
let answers = true
let waits = () => {} // what happens while this tab waits for the lock
onPlayerChange(() => told.push('changed'))
onSessionEnd(({ name }) => told.push(`${name} signed out`))
Object.assign(globalThis, {
  fetch: async (/** @type {string} */ path, /** @type {RequestInit} */ { method }) => {
    asked.push(`${method} ${path}`)
    if (!answers) throw new TypeError('no network')
    if (method === 'POST') player = GUEST
    return Response.json(method === 'POST' ? player : { player })
  },
})
/** @type {Promise<unknown>} */
let turn = Promise.resolve()
const locks = {
  request: (/** @type {string} */ _, /** @type {() => unknown} */ act) => {
    turn = turn.then(waits).then(act)
    return turn
  },
}
Object.defineProperty(globalThis, 'navigator', { value: { locks } })

beforeEach(async () => {
  answers = true
  waits = () => {}
  player = MILADY
  await changeMe(async () => {})
  await me()
  told = []
  asked = []
})

test('a visitor becomes a guest by two requests, and is new until then', async () => {
  player = null
  const page = '../../static/core/player.js?first-page'
  const { me } = await import(page)
  const both = await Promise.all([me(), me()])
  assert.deepEqual(both, Array(2).fill({ ...GUEST, isNew: true }))
  assert.equal((await me()).isNew, undefined)
  assert.deepEqual(asked, ['GET /api/me', 'POST /api/players/guest'])
})

test('an account that was signed out elsewhere is told once, and the player is a guest', async () => {
  player = null
  await Promise.all([checkMe(), checkMe()])
  assert.equal((await me()).name, 'Brass Heron')
  assert.deepEqual(told, ['changed', 'Milady signed out'])
  assert.equal(asked.filter((one) => one.startsWith('POST')).length, 1)
})

test('a tab that waited while another one became a guest is that guest', async () => {
  player = null
  waits = () => {
    player = GUEST
  }
  await checkMe()
  assert.equal((await me()).name, 'Brass Heron')
  assert.ok(!asked.includes('POST /api/players/guest'))
})

test('who is still there is no news, and a guest who signs in elsewhere is not signed out', async () => {
  await checkMe()
  assert.deepEqual(told, [])
  player = GUEST
  await changeMe(async () => {})
  await me()
  told = []
  player = MILADY
  await checkMe()
  assert.deepEqual(told, ['changed'])
})

test('what the page itself changes is not told as the end of a session', async () => {
  await changeMe(async () => {
    player = null
    await checkMe() // the server closes the sockets before it answers
  })
  await me()
  await checkMe()
  assert.deepEqual(told, ['changed'])
})

test('a server that does not answer is asked again with the next connection', async () => {
  player = null
  answers = false
  await checkMe()
  assert.deepEqual(told, [])
  answers = true
  await checkMe()
  assert.deepEqual(told, ['changed', 'Milady signed out'])
})
