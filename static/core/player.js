// Player of this browser.

import { get, post, Refusal, remove } from './http.js'

/** @type {Promise<Me> | null} */
let request = null
let met = false // whether this page has known a player, whom its other tabs lose together with it
let changing = 0 // number of changes of the player by this page that are under way
/** @type {Set<() => unknown>} */
const listeners = new Set()
/** @type {Set<(former: Me) => unknown>} */
const endListeners = new Set()

/** Returns the player. A visitor becomes a guest, silently, when a page first needs a player.
 * @returns {Promise<Me>} */
export function me() {
  request ??= ask()
  return request
}

function ask() {
  const asked = known()
    .then((player) => player ?? becomeGuest())
    .then((player) => {
      met = true
      const { isNew, ...later } = player
      if (isNew && request === asked) request = Promise.resolve(later)
      return player
    })
    .catch((error) => {
      request = null
      throw error
    })
  return asked
}

/** @returns {Promise<Me | null>} */
async function known() {
  /** @type {Wire.Me} */
  const { player, reset } = await get('/api/me', { shared: true })
  return player && { ...player, reset }
}

/** Creates a guest, unless another tab has done so: two tabs that lose their session together become one guest.
 * @returns {Promise<Me>} */
function becomeGuest() {
  const create = async () => ({
    ...(await post('/api/players/guest', {}, { shared: true })),
    isNew: true,
  })
  const { locks } = navigator // only in secure contexts
  if (!met || !locks) return create() // a visitor's first page waits for no second look
  return locks.request('guest', async () => (await known()) ?? create())
}

/** Carries out a change of the player, such as signing in, then drops the cached player and notifies the listeners, also
 * when the page of the change was left meanwhile.
 * @template T @param {() => Promise<T>} change @returns {Promise<T>} */
export async function changeMe(change) {
  changing += 1
  const changed = () => {
    request = null
    notify()
  }
  try {
    const answer = await change()
    changed()
    return answer
  } catch (error) {
    if (error instanceof Refusal && error.code === 'left') changed()
    throw error
  } finally {
    changing -= 1
  }
}

/** Signs out, here or on all devices; the player is a new guest then. @param {boolean} [everywhere] */
export const signOut = (everywhere = false) =>
  changeMe(() => remove(everywhere ? '/api/me/sessions' : '/api/logins/current'))

/** Asks again who the player is, since another tab or device may have ended the session, and notifies the listeners of a
 * change. */
export async function checkMe() {
  if (changing || !request) return
  const before = request
  request = null
  const next = me().catch(() => null)
  const former = await before.catch(() => null)
  const now = await next
  if (former && !now) request ??= before // the next connection asks again
  if (!former || !now) return
  if (now.id === former.id && now.account === former.account) return
  notify()
  if (former.account && !now.account) for (const listener of endListeners) listener(former)
}

const notify = () => {
  for (const listener of listeners) listener()
}

/** Calls `listener` when the player or their name may have changed. @param {() => unknown} listener */
export function onPlayerChange(listener) {
  listeners.add(listener)
}

/** Calls `listener` with the former player when an account was signed out elsewhere. @param {(former: Me) => unknown} listener */
export function onSessionEnd(listener) {
  endListeners.add(listener)
}
