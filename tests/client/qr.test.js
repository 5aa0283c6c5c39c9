// QR codes: the finders stand in three corners, and a known text gives the modules that other programs give for it.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { qrModules } from '../../static/table/waiting/qr.js'

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
const DIGESTS = ['0ac2d5d31bfb4098', '9040f52bb1e8a298', 'a4c1d64e8d8df56a', '7a8f7e43035551bf']

/** @param {string} text */
const rows = (text) => (qrModules(text) ?? []).map((row) => row.map(Number).join(''))

test('a text of one letter has the modules of version 1', () => {
  assert.deepEqual(rows('a'), GOLDEN)
})

test('each version has the modules that python-qrcode and zxing agree on', () => {
  const texts = [
    'http://127.0.0.1:8118/g/S7e5kSg7',
    'x'.repeat(62),
    'ü'.repeat(40),
    'y'.repeat(106),
  ]
  for (const [index, text] of texts.entries()) {
    const digest = createHash('sha256').update(rows(text).join('\n'))
    assert.equal(digest.digest('hex').slice(0, 16), DIGESTS[index], text)
  }
})

test('a text of more than 106 bytes has no code', () => {
  assert.equal(qrModules('z'.repeat(107)), null)
})
