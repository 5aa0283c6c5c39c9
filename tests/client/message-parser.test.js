// Our parser of messages against the one of FormatJS, on every text that there is.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse as parseIcu, TYPE } from '@formatjs/icu-messageformat-parser'
import { parse } from '../../static/core/message.js'

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {import('../../static/core/message.js').Part} Part */

/** Our parts as plain data. @param {readonly Part[]} parts @returns {unknown[]} */
const ours = (parts) =>
  parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'number') return ['#']
    if (part.kind === 'value') return [part.name]
    const branches = [...part.branches].map(([key, inner]) => [key, ours(inner)])
    return [part.kind, part.name, branches]
  })

/** Theirs in the same form. @param {Element[]} elements @returns {unknown[]} */
const theirs = (elements) =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return element.value
    if (element.type === TYPE.pound) return ['#']
    if (element.type === TYPE.argument) return [element.value]
    assert.ok(element.type === TYPE.select || element.type === TYPE.plural)
    const branches = Object.entries(element.options).map(([key, { value }]) => [key, theirs(value)])
    return [kindOf(element), element.value, branches]
  })

/** @param {Element} element */
function kindOf(element) {
  if (element.type !== TYPE.plural) return 'select'
  return element.pluralType === 'ordinal' ? 'selectordinal' : 'plural'
}

test('every text is read as the parser of FormatJS reads it', () => {
  const root = new URL('../../static/', import.meta.url)
  const files = readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => /^(lang|games\/\w+)\/([\w-]+\.)?en\.json$/.test(name))
  let choices = 0
  for (const file of files) {
    const catalogue = JSON.parse(readFileSync(new URL(file, root), 'utf8'))
    for (const [key, text] of Object.entries(catalogue)) {
      if (typeof text !== 'string') continue
      const parts = ours(parse(text))
      const icu = parseIcu(text, { ignoreTag: true, shouldParseSkeletons: true })
      assert.deepEqual(parts, theirs(icu), `${file}: ${key}`)
      if (JSON.stringify(parts).includes('plural')) choices += 1
    }
  }
  assert.ok(choices > 40)
})
