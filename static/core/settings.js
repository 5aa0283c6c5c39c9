// What this device keeps: short texts under `richelieu.<name>` in localStorage. Where storage is refused they
// last as long as the page.

const DEFAULTS = { theme: 'auto', sound: 'on' }
const unkept = new Map()
const listeners = new Set()

function get(name, otherwise = DEFAULTS[name] ?? null) {
  if (unkept.has(name)) return unkept.get(name)
  try {
    return localStorage.getItem(`richelieu.${name}`) ?? otherwise
  } catch {
    return otherwise
  }
}

function put(name, value) {
  try {
    localStorage.setItem(`richelieu.${name}`, value)
    unkept.delete(name)
  } catch {
    unkept.set(name, value)
  }
  for (const listener of listeners) listener(name, value)
}

/** Calls `listener(name, value)` after every change, in this tab or another; answers what ends it. */
function on(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

addEventListener('storage', ({ key, newValue }) => {
  if (!key?.startsWith('richelieu.') || newValue === null) return
  for (const listener of listeners)
    listener(key.slice('richelieu.'.length), newValue)
})

export const settings = { get, set: put, on }
