// Which build the server has: it names it in every answer. A page of another one goes on, and says so once.

const ASKING = 10_000 // ms until the server counts as away

const own = globalThis.document?.documentElement.dataset.build
/** @type {Set<() => void>} */
const listeners = new Set()
let outdated = false

/** To be called with every answer of the server. @param {Response} response */
export function noteBuild({ headers }) {
  const build = headers.get('x-build')
  if (!own || !build || build === own || outdated) return
  outdated = true
  for (const listener of [...listeners]) listener()
}

/** Asks the server which build it has. False: it does not answer. */
export async function askBuild() {
  const signal = AbortSignal.timeout(ASKING)
  try {
    const response = await fetch('/health', { cache: 'no-store', signal })
    noteBuild(response)
    return response.ok
  } catch {
    return false
  }
}

/** Whether the server has another build than this page. */
export const isOutdated = () => outdated

/** Called when the server has another build than this page. Returns what unsubscribes.
 * @param {() => void} listener */
export function onNewBuild(listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
