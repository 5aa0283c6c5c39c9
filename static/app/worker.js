// Registration of the service worker, which fetches help and boards for later once this page is idle.

const IDLE_MS = 20_000 // after the page has loaded

export async function registerWorker() {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    return // the site works without it
  }
  if (isThrifty()) return
  const { active } = await navigator.serviceWorker.ready
  setTimeout(() => active?.postMessage('idle'), IDLE_MS)
}

/** Whether the connection is slow or metered. */
function isThrifty() {
  const { connection } =
    /** @type {{connection?: {saveData?: boolean, effectiveType?: string}}} */ (navigator)
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}
