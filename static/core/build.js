// Which build the server has: it names it in every answer. A page of another one goes on, and says so once.

const own = globalThis.document?.documentElement.dataset.build
/** @type {Set<() => void>} */
const listeners = new Set()
let isOld = false

/** To be called with every answer of the server. @param {Response} response */
export function noteBuild({ headers }) {
  const build = headers.get('x-build')
  if (!own || !build || build === own || isOld) return
  isOld = true
  for (const listener of listeners) listener()
}

/** Called when the server has another build than this page. @param {() => void} listener */
export const onNewBuild = (listener) => listeners.add(listener)
