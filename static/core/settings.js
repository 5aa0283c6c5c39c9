// Settings of this device: short texts under `richelieu.<name>` in localStorage. Where storage is refused, they last as
// long as the page. Components and effects follow the settings that they read, whichever tab changes them.

import { signal } from '../vendor/preact.js'

/** @type {Record<string, string>} */
const DEFAULTS = {
  theme: 'auto',
  suits: 'four',
  faces: 'theme',
  confirm: 'auto',
  premove: 'on',
  animation: 'normal',
  coordinates: 'on',
  notation: 'figurines',
  size: '100', // of the board on a desk, in percent
  sound: 'on',
}
/** @type {Map<string, string>} values that storage refused */
const unkept = new Map()
/** How often each setting was changed. @type {Map<string, import('@preact/signals').Signal<number>>} */
const changes = new Map()
/** @type {Set<(name: string, value: string) => void>} */
const listeners = new Set()

/** @param {string} name @param {any} [otherwise] @returns {any} */
function get(name, otherwise = DEFAULTS[name] ?? null) {
  changesOf(name).value // follows them
  const memory = unkept.get(name)
  if (memory !== undefined) return memory
  try {
    return localStorage.getItem(`richelieu.${name}`) ?? otherwise
  } catch {
    return otherwise
  }
}

/** @param {string} name @param {string} value */
function put(name, value) {
  try {
    localStorage.setItem(`richelieu.${name}`, value)
    unkept.delete(name)
  } catch {
    unkept.set(name, value)
  }
  announce(name, value)
}

/** @param {string} name */
function changesOf(name) {
  const known = changes.get(name) ?? signal(0)
  changes.set(name, known)
  return known
}

/** @param {string} name @param {string} value */
function announce(name, value) {
  changesOf(name).value += 1
  for (const listener of listeners) listener(name, value)
}

/** Calls `listener(name, value)` after every change in any tab; returns the function that unsubscribes it.
 * @param {(name: string, value: string) => void} listener */
function on(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (!key?.startsWith('richelieu.') || newValue === null) return
  announce(key.slice('richelieu.'.length), newValue)
})

/** @type {Settings} */
export const settings = { get, set: put, on }
