// QR code of a link.

import { h } from '../../../vendor/preact.js'
import { encode } from '../../../vendor/uqr.js'

const QUIET_MODULES = 4 // of white around the code

/** Returns the code as a picture, dark on white. @param {string} text */
export function qrPicture(text) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return h(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, class: 'qr', 'aria-hidden': 'true' },
    h('path', { d: `M0 0h${size}v${size}H0z`, class: 'qr-paper' }),
    h('path', { d: path.join('') }),
  )
}
