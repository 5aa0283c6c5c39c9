// Verification of the commitment to a past day's deals and of the certificate of winnable ones, with WebCrypto.

/**
 * @typedef {Pick<Wire.Daily, 'date' | 'commit' | 'secret' | 'deals' | 'skipped'>
 *   & Partial<Pick<Wire.Daily, 'seal' | 'certificate'>>} Verified
 */

/**
 * Verifies that the SHA-256 of the day's secret is its commitment, and that each deal is HMAC-SHA256(secret, "id date"): its
 * first 4 bytes as a number or, where cards are hidden, its first 16 as hex digits. Where n candidates were passed over, the
 * text is "id date n". The SHA-256 of the certificate is the seal, and its numbers are those of the deals; its verdicts are
 * not verified here, since that takes the searches. null: this browser has no WebCrypto, which exists only over HTTPS and on
 * localhost.
 * @param {Verified} day
 * @returns {Promise<boolean | null>}
 */
export async function verify(day) {
  const { date, commit, secret, deals, skipped } = day
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
  const nonce = await subtle.sign('HMAC', key, encoded(`certificate ${date}`))
  return isSealed(subtle, day, toHex(nonce))
}

/**
 * Whether the certificate is the sealed one and names the dealt candidates; without a seal there must be none.
 * @param {SubtleCrypto} subtle
 * @param {Verified} day
 * @param {string} nonce
 */
async function isSealed(subtle, { date, skipped, seal, certificate }, nonce) {
  if (!seal || !certificate) return !seal && !certificate
  const sealed = toHex(
    await subtle.digest('SHA-256', encoded(sorted(certificate))),
  )
  return (
    sealed === seal &&
    certificate.date === date &&
    certificate.nonce === nonce &&
    Object.entries(certificate.deals).every(
      ([id, { number }]) => number === (skipped[id] ?? 0),
    )
  )
}

/**
 * Returns JSON with sorted keys and no spaces.
 * @param {unknown} value
 * @returns {string}
 */
const sorted = (value) =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.keys(inner)
            .sort()
            .map((key) => [key, inner[key]]),
        )
      : inner,
  )

/** @param {string} text */
const encoded = (text) => new TextEncoder().encode(text)

/** A passed-over candidate: its deal, and `lost` or `unknown`. @typedef {{ deal: number, verdict: string }} Passed */

/**
 * Returns the passed-over candidates of a past day by game; {}: there are none, or this browser has no WebCrypto.
 * @param {Pick<Wire.Daily, 'date' | 'secret' | 'certificate'>} day
 * @returns {Promise<Record<string, Passed[]>>}
 */
export async function passedCandidates({ date, secret, certificate }) {
  const subtle = globalThis.crypto?.subtle
  if (!subtle || !secret || !certificate) return {}
  const key = await importKey(subtle, fromHex(secret))
  /** @type {Record<string, Passed[]>} */
  const found = {}
  for (const [id, { skipped }] of Object.entries(certificate.deals))
    found[id] = await Promise.all(
      skipped.map(async ({ number, verdict }) => {
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
const candidateText = (id, date, number) =>
  number ? `${id} ${date} ${number}` : `${id} ${date}`

/**
 * @param {SubtleCrypto} subtle
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
const importKey = (subtle, bytes) =>
  subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])

/** @param {string} text */
const fromHex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** @param {ArrayBuffer} buffer */
const toHex = (buffer) =>
  Array.from(new Uint8Array(buffer), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
