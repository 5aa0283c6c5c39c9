// QR codes: a known text has the modules that other programs give for it, dark on white, with the quiet zone around them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrPicture } from '../../static/table/live/waiting/qr.js'

const GOLDEN = [
  '111111100101101111111',
  '100000101011001000001',
  '101110101101001011101',
  '101110101011001011101',
  '101110100100101011101',
  '100000100011001000001',
  '111111101010101111111',
  '000000001100000000000',
  '100000101011011001110',
  '100110000001110111001',
  '001011100110101100000',
  '010101011001111101010',
  '110100111101111111111',
  '000000001100100000101',
  '111111100111010011110',
  '100000100010001000111',
  '101110100111010011100',
  '101110100101111101000',
  '101110100101110111011',
  '100000100011111101000',
  '111111101010100100110',
]
const QUIET = 4

test('a text of one letter is drawn as version 1 with level M', () => {
  const { viewBox, children } = /** @type {any} */ (qrPicture('a')).props
  const [paper, code] = children.map((/** @type {any} */ path) => path.props.d)
  assert.equal(viewBox, '0 0 29 29')
  assert.equal(paper, 'M0 0h29v29H0z')
  const dark = GOLDEN.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === '1' ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  )
  assert.equal(code, dark.join(''))
})
