// Settings of this device: short texts under `richelieu.<name>` in localStorage. Where storage is refused, they last as
// long as the page.

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
/** @type {Set<(name: string, value: string) => void>} */
const listeners = new Set()

/** @param {string} name @param {any} [otherwise] @returns {any} */
function get(name, otherwise = DEFAULTS[name] ?? null) {
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
  for (const listener of listeners) listener(key.slice('richelieu.'.length), newValue)
})

/** @type {Settings} */
export const settings = { get, set: put, on }
