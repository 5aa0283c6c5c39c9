// Subscription to signals that ends with the page.

import { computed, effect, untracked } from '../vendor/preact.js'

/** Calls `act` with what `read` returns, at once and whenever a change of the signals that `read` uses makes it another value;
 * what `act` reads is not followed.
 * @template T
 * @param {AbortSignal} left aborted when the page is left @param {() => T} read @param {(value: T) => unknown} act */
export function follow(left, read, act) {
  const value = computed(read)
  const stop = effect(() => {
    const now = value.value
    untracked(() => void act(now))
  })
  left.addEventListener('abort', stop)
}
