// Verification of the commitment to a past day's deals, with WebCrypto.

/** @typedef {Pick<Wire.Daily, 'date' | 'commit' | 'secret' | 'deals' | 'skipped'>} Verified */

/**
 * Verifies that the SHA-256 of the day's secret is its commitment, and that each deal is HMAC-SHA256(secret, "id date"): its
 * first 4 bytes as a number or, where cards are hidden, its first 16 as hex digits. Where n candidates were passed over, the
 * text is "id date n". null: this browser has no WebCrypto, which exists only over HTTPS and on localhost.
 * @param {Verified} day
 * @returns {Promise<boolean | null>}
 */
export async function verify({ date, commit, secret, deals, skipped }) {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return null
  const bytes = fromHex(secret ?? '')
  if (toHex(await subtle.digest('SHA-256', bytes)) !== commit) return false
  const key = await importKey(subtle, bytes)
  for (const [id, deal] of Object.entries(deals)) {
    const text = candidateText(id, date, skipped[id] ?? 0)
    const signature = await subtle.sign('HMAC', key, encoded(text))
    const expected =
      typeof deal === 'string'
        ? toHex(signature).slice(0, 32)
        : new DataView(signature).getUint32(0)
    if (deal !== expected) return false
  }
  return true
}

/** @param {string} text */
const encoded = (text) => new TextEncoder().encode(text)

/** A passed-over candidate: its deal, and `lost` or `unknown`. @typedef {{ deal: number, verdict: string }} Passed */

/**
 * Returns the passed-over candidates of a past day by game; {}: there are none, or this browser has no WebCrypto.
 * @param {Pick<Wire.Daily, 'date' | 'secret' | 'verdicts'>} day
 * @returns {Promise<Record<string, Passed[]>>}
 */
export async function passedCandidates({ date, secret, verdicts }) {
  const subtle = globalThis.crypto?.subtle
  if (!subtle || !secret) return {}
  const key = await importKey(subtle, fromHex(secret))
  /** @type {Record<string, Passed[]>} */
  const found = {}
  for (const [id, passed] of Object.entries(verdicts))
    found[id] = await Promise.all(
      passed.map(async (verdict, number) => {
        const text = encoded(candidateText(id, date, number))
        const signature = await subtle.sign('HMAC', key, text)
        return { deal: new DataView(signature).getUint32(0), verdict }
      }),
    )
  return found
}

/**
 * Returns the text from which a candidate follows.
 * @param {string} id
 * @param {string} date
 * @param {number} number
 */
const candidateText = (id, date, number) => (number ? `${id} ${date} ${number}` : `${id} ${date}`)

/**
 * @param {SubtleCrypto} subtle
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
const importKey = (subtle, bytes) =>
  subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

/** @param {string} text */
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** @param {ArrayBuffer} buffer */
const toHex = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
