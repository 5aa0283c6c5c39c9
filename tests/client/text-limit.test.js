import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthOf, limitText } from '../../static/core/text-limit.js'

class Field extends EventTarget {
  value = ''
  selectionStart = 0
  setSelectionRange(/** @type {number} */ start) {
    this.selectionStart = Math.min(start, this.value.length)
  }
}

test('a text field holds as many characters as the server counts, emoji too', () => {
  const field = new Field()
  limitText(/** @type {HTMLInputElement} */ (/** @type {unknown} */ (field)), 140)
  const type = (/** @type {string} */ text, how = {}) => {
    field.value = text
    field.selectionStart = text.length
    field.dispatchEvent(Object.assign(new Event('input'), how))
    return field.value
  }
  assert.equal(type('😀'.repeat(140)), '😀'.repeat(140))
  assert.equal(type('😀'.repeat(141)), '😀'.repeat(140))
  assert.equal(field.selectionStart, 280)
  assert.equal(type('x'.repeat(200)), 'x'.repeat(140))
  assert.equal(lengthOf(type('가'.repeat(141), { isComposing: true })), 141)
  field.dispatchEvent(new Event('compositionend'))
  assert.equal(lengthOf(field.value), 140)
})
