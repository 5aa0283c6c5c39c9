// Build of the server, named in every response. A page of another build goes on and reports it once.

const HEALTH_TIMEOUT_MS = 10_000 // after which the server counts as away

const own = globalThis.document?.documentElement.dataset.build
/** @type {Set<() => void>} */
const listeners = new Set()
let outdated = false

/** Notes the build in a response; call it with every one. @param {Response} response */
export function noteBuild({ headers }) {
  const build = headers.get('x-build')
  if (!own || !build || build === own || outdated) return
  outdated = true
  for (const listener of [...listeners]) listener()
}

/** Asks the server for its build. False: it does not answer. */
export async function askBuild() {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
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

/** Calls `listener` when the server has another build than this page. Returns the function that unsubscribes it.
 * @param {() => void} listener */
export function onNewBuild(listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
