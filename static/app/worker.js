// Registers the service worker, and lets it fetch help and boards for later once this page has nothing to do.

const IDLE = 20_000 // ms after the page is there

export async function registerWorker() {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    return // the site works without it
  }
  if (isThrifty()) return
  const { active } = await navigator.serviceWorker.ready
  setTimeout(() => active?.postMessage('idle'), IDLE)
}

/** Whether the player's link is slow or paid for by the byte. */
function isThrifty() {
  const { connection } =
    /** @type {{connection?: {saveData?: boolean, effectiveType?: string}}} */ (
      navigator
    )
  return (
    connection?.saveData === true ||
    /^(slow-)?[23]g$/.test(connection?.effectiveType ?? '')
  )
}
