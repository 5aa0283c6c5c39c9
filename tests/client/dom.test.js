import assert from 'node:assert/strict'
import { test } from 'node:test'
import { children } from '../../static/core/dom.js'
import fc from './properties.js'

/** A parent that counts how often each child is put somewhere. */
function parentOf(/** @type {string[]} */ names) {
  /** @type {FakeChild[]} */
  const held = []
  /** @typedef {{name: string, moved: number, remove(): void}} FakeChild */
  const nodes = new Map(
    [...'abcdefgh'].map((name) => {
      const remove = () => held.splice(held.indexOf(node), 1)
      /** @type {FakeChild} */
      const node = { name, moved: 0, remove }
      return [name, node]
    }),
  )
  const parent = {
    children: held,
    insertBefore(/** @type {FakeChild} */ node, /** @type {FakeChild | null} */ next) {
      if (held.includes(node)) node.remove()
      held.splice(next ? held.indexOf(next) : held.length, 0, node)
      node.moved += 1
    },
  }
  const give = (/** @type {string[]} */ order) =>
    children(
      /** @type {Element} */ (/** @type {unknown} */ (parent)),
      /** @type {Element[]} */ (/** @type {unknown} */ (order.map((name) => nodes.get(name)))),
    )
  give(names)
  for (const node of nodes.values()) node.moved = 0
  return {
    give,
    order: () => held.map(({ name }) => name),
    moved: () => held.filter((node) => node.moved).map(({ name }) => name),
  }
}

const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))

test('a parent gets exactly these children in this order', () => {
  fc.assert(
    fc.property(names, names, (before, after) => {
      const parent = parentOf(before)
      parent.give(after)
      assert.deepEqual(parent.order(), after)
    }),
  )
})

test('what stays is not touched when others come and go', () => {
  const parent = parentOf(['a', 'b', 'c', 'd'])
  parent.give(['a', 'c', 'd'])
  assert.deepEqual(parent.moved(), [])
  parent.give(['a', 'c', 'e', 'd'])
  assert.deepEqual(parent.moved(), ['e'])
})
