// Verifies the commitment to a past day's deals with WebCrypto.

/**
 * Whether the SHA-256 of the day's secret is its commitment, and each deal is HMAC-SHA256(secret, "id date"): its first 4
 * bytes as a number or, where cards are hidden, its first 16 as hex digits. Where n candidates without a first move were
 * passed over, the text is "id date n"; that they have none is not verified here. null: this browser has no WebCrypto,
 * which exists only where a page comes by https or from this machine.
 * @param {Pick<Wire.Daily, 'date' | 'commit' | 'secret' | 'deals' | 'skipped'>} day
 * @returns {Promise<boolean | null>}
 */
export async function verify({ date, commit, secret, deals, skipped }) {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return null
  const bytes = fromHex(secret ?? '')
  if (toHex(await subtle.digest('SHA-256', bytes)) !== commit) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  for (const [id, deal] of Object.entries(deals)) {
    const text = skipped[id] ? `${id} ${date} ${skipped[id]}` : `${id} ${date}`
    const message = new TextEncoder().encode(text)
    const signature = await subtle.sign('HMAC', key, message)
    const expected =
      typeof deal === 'string'
        ? toHex(signature).slice(0, 32)
        : new DataView(signature).getUint32(0)
    if (deal !== expected) return false
  }
  return true
}

/** @param {string} text */
const fromHex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** @param {ArrayBuffer} buffer */
const toHex = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
